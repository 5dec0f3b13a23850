import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { Button } from '../../../components/button/button.tsx'
import { CodeBlock } from '../../../components/code-block/code-block.tsx'
import { AskBefore } from '../ask-before.tsx'
import { useTexts } from '../texts.ts'
import { PreChatPart } from './pre-chat-part.tsx'
import { pageCode, type SigningLanguage, signingCode } from './signing-code.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import type { Widget } from './widget-change.ts'
import { type WidgetField, WidgetFields } from './widget-fields.tsx'

type Identity = Widget['identity']
const algorithms = ['HS256', 'RS256', 'ES256', 'EdDSA'] as const

/** Who visitors are: users of the site, and what the widget asks them. */
export function VisitorsPart({ open, onSecret }: PartProps) {
  const messages = useMessages()
  const shared = useTexts()
  const texts = useWidgetTexts()
  const [isRotating, setRotating] = useState(false)
  const [written, setWritten] = useState<SigningLanguage>('Node.js')
  const { widget } = open
  const isOff = widget.identity.mode === 'off'
  const copying = { copy: shared.copy, copied: shared.copied }
  const mode: WidgetField = {
    kind: 'choice',
    name: 'identity.mode',
    label: texts.identity,
    choices: Object.entries(texts.modes),
    read: ({ identity }) => identity.mode,
    write: (value) => () => ({ identity: { mode: value as Identity['mode'] } }),
  }
  const keys: WidgetField[] = [
    {
      kind: 'many',
      name: 'identity.algorithms',
      label: texts.algorithms,
      hint: texts.algorithmsHint,
      choices: algorithms.map((name) => [name, name]),
      read: ({ identity }) => identity.algorithms,
      write: (chosen) => () => ({ identity: { algorithms: chosen as Identity['algorithms'] } }),
    },
    {
      kind: 'long',
      rows: 4,
      name: 'identity.jwks',
      label: texts.jwks,
      hint: texts.jwksHint,
      read: ({ identity }) => (identity.jwks ? JSON.stringify(identity.jwks, null, 2) : ''),
      write: (text) => () => ({ identity: { jwks: text.trim() === '' ? null : jsonOf(text) } }),
    },
  ]
  return (
    <>
      <h3>{texts.users}</h3>
      <p>{texts.usersText}</p>
      <WidgetFields open={open} fields={isOff ? [mode] : [mode, ...keys]} />
      {!isOff && (
        <>
          <h3>{texts.secret}</h3>
          <p>{texts.secretUse}</p>
          <Button onClick={() => setRotating(true)}>{texts.newSecret}</Button>
          <h3>{texts.sample}</h3>
          <p>{texts.sampleText}</p>
          <label>
            {texts.writtenIn}{' '}
            <select value={written} onChange={({ target }) => setWritten(target.value as SigningLanguage)}>
              {Object.keys(signingCode).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <CodeBlock label={texts.onServer} code={signingCode[written](widget.id)} {...copying} />
          <CodeBlock label={texts.onPage} code={pageCode} {...copying} />
        </>
      )}
      <PreChatPart open={open} />
      {isRotating && (
        <AskBefore
          title={texts.rotateTitle}
          text={texts.rotateText}
          confirm={texts.newSecret}
          cancel={messages.cancel}
          look="primary"
          run={async () => {
            const path = { widgetId: widget.id }
            onSecret((await client.post('/api/widgets/{widgetId}/rotate-secret', { path })).secret)
          }}
          onClose={() => setRotating(false)}
        />
      )}
    </>
  )
}

/** What was typed as JSON; as it is when it is none, so that the server says so beside the field. */
function jsonOf(text: string): NonNullable<Identity['jwks']> {
  try {
    return JSON.parse(text)
  } catch {
    return text as never
  }
}
