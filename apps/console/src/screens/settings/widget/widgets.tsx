import type { Schemas } from '@frontdesk/client'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import fieldStyles from '../fields/fields.module.css'
import { NewRecord } from '../fields/new-record.tsx'
import { readSettingsAgain, useRecords } from '../fields/use-records.ts'
import { ShownOnce } from '../shown-once.tsx'
import { useTexts } from '../texts.ts'
import { useWidgetTexts } from './texts.ts'
import styles from './widget.module.css'
import { WidgetPage } from './widget-page.tsx'

type NewWidget = Pick<Schemas['Widget'], 'name' | 'allowedOrigins'>
const blank: NewWidget = { name: '', allowedOrigins: [] }

/** The chat widgets: their list, or the one that is open. */
export function Widgets() {
  const texts = useWidgetTexts()
  const { open } = useSearch({ from: '/frame/settings/$section' })
  const [secret, setSecret] = useState<string>()
  return (
    <>
      {open === undefined ? (
        <WidgetList onSecret={setSecret} />
      ) : (
        <WidgetPage key={open} widgetId={open} onSecret={setSecret} />
      )}
      {secret !== undefined && (
        <ShownOnce
          title={texts.secretTitle}
          text={texts.secretText}
          label={texts.secret}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

function WidgetList({ onSecret }: { onSecret: (secret: string) => void }) {
  const shared = useTexts()
  const texts = useWidgetTexts()
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const widgets = useRecords('widgets', (options) => client.get('/api/widgets', options))
  const fields: FieldOf<NewWidget, Partial<NewWidget>>[] = [
    { kind: 'text', name: 'name', label: shared.name, hint: texts.nameHint, isRequired: true },
    { kind: 'words', name: 'allowedOrigins', label: texts.origins, hint: texts.originsHint },
  ]
  const create = async (body: NewWidget) => {
    const { id, secret } = await client.post('/api/widgets', { body })
    readSettingsAgain('widgets')
    onSecret(secret)
    await navigate({ to: '.', search: { open: id } })
  }
  const newButton = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {texts.create}
    </Button>
  )
  return (
    <>
      {widgets.error ? (
        <ProblemNotice error={widgets.error} onRetry={widgets.readAgain} />
      ) : widgets.items === undefined ? null : widgets.items.length === 0 ? (
        <EmptyState text={texts.empty}>{newButton}</EmptyState>
      ) : (
        <>
          <ul className={fieldStyles.records} aria-busy={widgets.isReading}>
            {widgets.items.map(({ id, name, enabled, allowedOrigins, theme }) => (
              <li key={id} className={fieldStyles.record}>
                <Link to="." search={{ open: id }} className={styles.entry}>
                  <span className={styles.dot} style={{ background: theme.accent }} aria-hidden="true" />
                  <span className={fieldStyles.name} dir="auto">
                    {name}
                    <span className={fieldStyles.detail}>
                      {allowedOrigins.length > 0 ? allowedOrigins.join(', ') : texts.ownPagesOnly}
                    </span>
                  </span>
                  <span className={fieldStyles.badge} data-tone={enabled ? 'ok' : undefined}>
                    {enabled ? shared.on : shared.off}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <MoreButton hasMore={widgets.hasMore} onMore={widgets.readMore} /> {newButton}
        </>
      )}
      {isMaking && (
        <NewRecord
          title={texts.create}
          blank={blank}
          fields={() => fields}
          create={create}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}
