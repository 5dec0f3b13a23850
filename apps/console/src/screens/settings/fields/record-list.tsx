import type { Schemas } from '@frontdesk/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { MoreButton } from '../../../components/more-button/more-button.tsx'
import { MissingNotice } from '../../../components/problem-notice/missing-notice.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { useTexts } from '../texts.ts'
import type { FieldOf } from './field-of.ts'
import styles from './fields.module.css'
import { ChangedBy, useLastChange } from './last-change.tsx'
import { NewRecord } from './new-record.tsx'
import { SavedField } from './saved-field.tsx'
import type { Records } from './use-records.ts'

type Props<R, P> = {
  records: Records<R>
  /** Of the log of changes. */
  logKind?: Schemas['AuditLogEntryKind']
  fields: (record: R) => FieldOf<R, P>[]
  /** What stands beside the name in the list. */
  summary: (record: R) => {
    name: string
    detail?: ReactNode
    badge?: { text: string; tone?: 'ok' | 'warn' | 'bad' } | undefined
  }
  /** Without it, no record can be made here. */
  blank?: R
  newTitle: string
  empty: string
  create?: (record: R) => Promise<unknown>
  update: (record: R, patch: P) => Promise<unknown>
  remove?: (record: R) => Promise<unknown>
  removeText?: string
  /** Whether this reader may change it; default true. */
  mayChange?: (record: R) => boolean
  /** What else can be done with a record, below its fields. */
  actions?: (record: R) => ReactNode
}

/** Records of one kind: a list, each opens its fields, which are saved one by one. The open one stands in the address. */
export function RecordList<R extends { id: string }, P extends object>(props: Props<R, P>) {
  const { records, logKind, fields, summary, blank, newTitle, empty, create, update, remove, removeText, actions } =
    props
  const texts = useTexts()
  const navigate = useNavigate()
  const { open } = useSearch({ from: '/frame/settings/$section' })
  const lastChange = useLastChange(logKind ?? 'settings')
  const [isMaking, setMaking] = useState(false)
  const [removing, setRemoving] = useState<R>()
  const newButton = blank && create && (
    <Button look="primary" onClick={() => setMaking(true)}>
      {newTitle}
    </Button>
  )
  const setOpen = (id: string | undefined) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, open: id }), replace: true })
  const isListed = records.items?.some(({ id }) => id === open)
  // It may be on a page of the list that is not read yet.
  const isFurther = open !== undefined && isListed === false && records.hasMore
  const isNext = isFurther && !records.isReading && !records.error
  const readMore = useEffectEvent(records.readMore)
  useEffect(() => {
    if (isNext) readMore()
  }, [isNext])
  return (
    <>
      <MissingNotice id={removing?.id === open ? undefined : open} isThere={isFurther ? undefined : isListed} />
      {records.error ? (
        <ProblemNotice error={records.error} onRetry={records.readAgain} />
      ) : records.items === undefined ? null : records.items.length === 0 ? (
        <EmptyState text={empty}>{newButton}</EmptyState>
      ) : (
        <ul className={styles.records} aria-busy={records.isReading}>
          {records.items.map((record) => {
            const { name, detail, badge } = summary(record)
            const mayChange = props.mayChange?.(record) ?? true
            const isOpen = open === record.id
            const changed = logKind && lastChange({ targetId: record.id })
            return (
              <li key={record.id} className={styles.record}>
                <details
                  open={isOpen}
                  onToggle={({ currentTarget }) => {
                    if (currentTarget.open !== isOpen) void setOpen(currentTarget.open ? record.id : undefined)
                  }}
                >
                  <summary>
                    <span className={styles.name} dir="auto">
                      {name}
                      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
                    </span>
                    {badge && (
                      <span className={styles.badge} data-tone={badge.tone}>
                        {badge.text}
                      </span>
                    )}
                  </summary>
                  {isOpen && (
                    <div className={styles.body}>
                      <div className={styles.fields}>
                        {mayChange &&
                          fields(record)
                            .filter(({ isOnlyNew }) => !isOnlyNew)
                            .map((field) => (
                              <SavedField
                                key={field.name}
                                field={field}
                                record={record}
                                save={async (patch) => {
                                  await update(record, patch)
                                  records.readAgain()
                                }}
                                changed={
                                  logKind && lastChange({ targetId: record.id, field: field.name.split('.')[0]! })
                                }
                              />
                            ))}
                      </div>
                      {changed && (
                        <p className={styles.detail}>
                          <ChangedBy change={changed} />
                        </p>
                      )}
                      <div className={styles.actions}>
                        {actions?.(record)}
                        {remove && mayChange && (
                          <Button look="danger" onClick={() => setRemoving(record)}>
                            {texts.remove}
                          </Button>
                        )}
                      </div>
                    </div>
                  )}
                </details>
              </li>
            )
          })}
        </ul>
      )}
      <MoreButton hasMore={records.hasMore} onMore={records.readMore} />{' '}
      {records.items && records.items.length > 0 && newButton}
      {isMaking && blank && create && (
        <NewRecord
          title={newTitle}
          blank={blank}
          fields={fields}
          create={async (record) => {
            await create(record)
            records.readAgain()
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {removing && remove && (
        <ConfirmDialog
          title={texts.removeTitle(summary(removing).name)}
          text={removeText ?? texts.removeText}
          confirm={texts.remove}
          onConfirm={async () => {
            await remove(removing)
            if (removing.id === open) await setOpen(undefined)
            records.readAgain()
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}
