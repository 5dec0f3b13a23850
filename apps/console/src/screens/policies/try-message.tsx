import type { Schemas } from '@frontdesk/client'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
import { CitedText } from '../../components/cited-text/cited-text.tsx'
import { Form } from '../../components/form/form.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './policies.module.css'
import { useTexts } from './texts.ts'

type Candidates = Schemas['PolicyCandidateInput'][]
type Props = {
  /** In place of the tenant's; undefined for those. */
  policies?: (form: FormData) => Candidates | undefined
  /** Whether policies that are off can be included. */
  hasOff?: boolean
}

/** Runs a message through policies, and shows what each decided. */
export function TryMessage({ policies, hasOff = false }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const title = useId()
  const run = useMutation({
    mutationFn: ({ message, tried }: { message: string; tried: Candidates | undefined }) =>
      client.post('/api/simulate', { body: { message, ...(tried && { policies: tried }) } }),
  })
  const result = run.data
  const blocking = result?.policies.find(({ decision }) => decision === 'block')
  return (
    <section className={styles.try} aria-labelledby={title}>
      <h2 className={styles.title} id={title}>
        {texts.try.title}
      </h2>
      <p className={styles.hint}>{texts.try.text}</p>
      <Form
        onSubmit={(given) => {
          const message = String(given.get('message')).trim()
          if (message !== '') run.mutate({ message, tried: policies?.(given) })
        }}
      >
        <textarea
          name="message"
          dir="auto"
          rows={2}
          maxLength={8_000}
          aria-label={texts.try.label}
          placeholder={texts.try.placeholder}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <span className={styles.buttons}>
          <Button type="submit" disabled={run.isPending}>
            {texts.try.submit}
          </Button>
          {hasOff && (
            <label>
              <input type="checkbox" name="withOff" /> {texts.try.withOff}
            </label>
          )}
        </span>
      </Form>
      <div role="status" aria-busy={run.isPending}>
        {result && (
          <div className={styles.result}>
            <p className={styles.outcome} data-outcome={result.outcome}>
              {blocking ? texts.try.blocked(blocking.name) : messages.thread.outcome[result.outcome]}
            </p>
            {result.policies.length === 0 && <p>{texts.try.none}</p>}
            <ol>
              {result.policies.map((each, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
                <li key={i} data-decision={each.decision}>
                  <strong>{texts.try.decisions[each.decision]}</strong>{' '}
                  <span dir="auto">
                    {each.name} · {each.type} · {each.mode}
                  </span>
                  {each.reason !== '' && <span className={styles.hint}>{each.reason}</span>}
                </li>
              ))}
            </ol>
            <p className={styles.hint}>{texts.try.answer}</p>
            <CitedText
              text={result.content}
              citations={result.citations}
              sources={result.sources}
              {...(result.format && { format: result.format })}
            />
          </div>
        )}
      </div>
      <ProblemNotice error={run.error} />
    </section>
  )
}
