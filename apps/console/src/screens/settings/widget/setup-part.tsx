import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { CodeBlock } from '../../../components/code-block/code-block.tsx'
import { CopyText } from '../../../components/copy-text/copy-text.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { readSettingsAgain } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { scriptLine } from './script-line.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import { type WidgetField, WidgetFields } from './widget-fields.tsx'

/** The line for the site, the sites that may have it, and the end of the widget. */
export function SetupPart({ open }: PartProps) {
  const shared = useTexts()
  const texts = useWidgetTexts()
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { widget } = open
  const { origin } = location
  const fields: WidgetField[] = [
    { kind: 'words', name: 'allowedOrigins', label: texts.origins, hint: texts.originsHint },
    { kind: 'text', name: 'name', label: shared.name, hint: texts.nameHint, isRequired: true },
    { kind: 'switch', name: 'enabled', label: shared.enabled, hint: texts.enabledHint },
  ]
  return (
    <>
      <h3>{texts.install}</h3>
      <p>{texts.installText}</p>
      <CodeBlock label={texts.line} code={scriptLine(origin, widget)} />
      <CopyText label={texts.page} text={`${origin}/chat/${widget.id}`} />
      <details>
        <summary>{texts.more}</summary>
        <p>{texts.inlineText}</p>
        <CodeBlock
          label={texts.inline}
          code={`<frontdesk-chat widget="${widget.id}"></frontdesk-chat>\n<script src="${origin}/widget.js" async></script>`}
        />
        <p>{texts.policyText}</p>
        <CodeBlock label={texts.policy} code={`script-src ${origin};\nconnect-src ${origin};`} />
      </details>
      <h3>{texts.general}</h3>
      <WidgetFields open={open} fields={fields} />
      <Button look="danger" onClick={() => setRemoving(true)}>
        {shared.remove}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={shared.removeTitle(widget.name)}
          text={texts.removeText}
          confirm={shared.remove}
          onConfirm={async () => {
            await client.delete('/api/widgets/{widgetId}', { path: { widgetId: widget.id } })
            readSettingsAgain('widgets')
            await navigate({ to: '.', search: {} })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
