import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { CodeBlock } from '../../../components/code-block/code-block.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { Select } from '../../../components/select/select.tsx'
import { PreChatPart } from './pre-chat-part.tsx'
import { pageCode, type SigningLanguage, signingCode } from './signing-code.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import type { Widget } from './widget-change.ts'
import { inGroup, WidgetFields } from './widget-fields.tsx'

const algorithms = ['HS256', 'RS256', 'ES256', 'EdDSA'] as const

/** Who visitors are: users of the site, and what the widget asks them. */
export function VisitorsPart({ open, onSecret }: PartProps) {
  const texts = useWidgetTexts()
  const [isRotating, setRotating] = useState(false)
  const [written, setWritten] = useState<SigningLanguage>('Node.js')
  const { widget } = open
  const isOff = widget.identity.mode === 'off'
  const mode = inGroup('identity', [
    { kind: 'choice', name: 'mode', label: texts.identity, choices: Object.entries(texts.modes) },
  ])
  const keys = inGroup('identity', [
    {
      kind: 'many',
      name: 'algorithms',
      label: texts.algorithms,
      hint: texts.algorithmsHint,
      choices: algorithms.map((name) => [name, name]),
    },
    {
      kind: 'long',
      rows: 4,
      name: 'jwks',
      label: texts.jwks,
      hint: texts.jwksHint,
      read: ({ jwks }) => (jwks ? JSON.stringify(jwks, null, 2) : ''),
      write: (text) => ({ jwks: text.trim() === '' ? null : jsonOf(text) }),
    },
  ])
  return (
    <>
      <h3>{texts.users}</h3>
      <p>{texts.usersText}</p>
      <WidgetFields open={open} fields={isOff ? mode : [...mode, ...keys]} />
      {!isOff && (
        <>
          <h3>{texts.secret}</h3>
          <p>{texts.secretUse}</p>
          <Button onClick={() => setRotating(true)}>{texts.newSecret}</Button>
          <h3>{texts.sample}</h3>
          <p>{texts.sampleText}</p>
          <label>
            {texts.writtenIn}{' '}
            <Select
              value={written}
              choices={Object.keys(signingCode).map((name) => [name, name])}
              onChange={setWritten}
            />
          </label>
          <CodeBlock label={texts.onServer} code={signingCode[written](widget.id)} />
          <CodeBlock label={texts.onPage} code={pageCode} />
        </>
      )}
      <PreChatPart open={open} />
      {isRotating && (
        <ConfirmDialog
          title={texts.rotateTitle}
          text={texts.rotateText}
          confirm={texts.newSecret}
          look="primary"
          onConfirm={async () => {
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
function jsonOf(text: string): NonNullable<Widget['identity']['jwks']> {
  try {
    return JSON.parse(text)
  } catch {
    return text as never
  }
}
