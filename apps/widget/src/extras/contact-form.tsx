import { useState } from 'preact/hooks'
import type { Field } from '../api/wire.ts'
import { inLanguage } from '../texts/choose-texts.ts'
import { textsOf } from './actions.ts'
import type { ExtraProps } from './extra.ts'

const typeOf = { text: 'text', email: 'email', phone: 'tel', multiline: 'text' } as const
const completion: Record<string, string> = { name: 'name', email: 'email', phone: 'tel', company: 'organization' }

/** The fields that the settings ask for. Without required ones the form can be skipped. */
export function ContactForm({ chat, state, done }: ExtraProps) {
  const { config } = state
  const texts = textsOf(chat)
  const { fields = [] } = config?.preChat ?? {}
  const consent = inLanguage(config?.preChat?.consent, texts.language)
  const [isFailed, setFailed] = useState(false)
  const canSkip = !fields.some(({ required }) => required) && !consent

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const given = Object.fromEntries(
      [...new FormData(event.currentTarget as HTMLFormElement)].filter(([, value]) => value !== '') as [
        string,
        string,
      ][],
    )
    const { name, email, consent: agreed, ...rest } = given
    try {
      await chat.session.withToken((token) =>
        chat.api.json('visitor', {
          method: 'PATCH',
          token,
          body: JSON.stringify({
            ...(name && { name }),
            ...(email && { email }),
            ...(Object.keys(rest).length > 0 && { fields: rest }),
            ...(agreed && { consent: true }),
            language: texts.language,
          }),
        }),
      )
      done()
    } catch {
      setFailed(true)
    }
  }
  const labelOf = ({ name, label }: Field) => inLanguage(label, texts.language) ?? texts.fields[name] ?? name
  return (
    <form class="card contact" onSubmit={send}>
      <h2>{texts.contactTitle}</h2>
      {fields.map((field) => (
        <label key={field.name}>
          {labelOf(field)}
          <input
            name={field.name}
            type={(typeOf[field.kind] ?? 'text') as 'text'}
            required={field.required}
            dir="auto"
            {...{ autocomplete: completion[field.name] ?? 'off' }}
          />
        </label>
      ))}
      {consent && (
        <label class="consent">
          <input type="checkbox" name="consent" required />
          <span dir="auto">{consent}</span>
        </label>
      )}
      {isFailed && <p role="alert">{texts.unreachable}</p>}
      <div class="buttons">
        {canSkip && (
          <button type="button" class="link" onClick={done}>
            {texts.contactSkip}
          </button>
        )}
        <button type="submit" class="primary">
          {texts.contactSend}
        </button>
      </div>
    </form>
  )
}
