import type { DragEvent, KeyboardEvent } from 'react'
import { useLanguage } from '../../app/language.tsx'
import type { Policy } from '../../app/policy-order.ts'
import { Button } from '../../components/button/button.tsx'
import { CommittedField } from '../../components/committed-field/committed-field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Switch } from '../../components/switch/switch.tsx'
import styles from './policies.module.css'
import { policySummary } from './policy-draft.ts'
import { useTexts } from './texts.ts'
import type { Refusal } from './use-policies.ts'

type Props = {
  policy: Policy
  mayChange: boolean
  refusal?: Refusal | undefined
  onChange: (patch: { name?: string; priority?: number; enabled?: boolean }) => void
  onEdit: () => void
  onDelete: () => void
  /** By so many places. */
  onMove: (by: 1 | -1) => void
  onDrag: (event: DragEvent) => void
}

/** A policy: what it is, what it does, and everything that can be done with it. */
export function PolicyCard({ policy, mayChange, refusal, onChange, onEdit, onDelete, onMove, onDrag }: Props) {
  const texts = useTexts()
  const { language } = useLanguage()
  const { name, enabled, priority } = policy
  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayChange || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <article className={styles.card} data-on={enabled} aria-label={name} onKeyDown={onKeyDown}>
      <header>
        {mayChange && (
          <button
            type="button"
            className={styles.handle}
            aria-label={texts.move(name)}
            title={texts.move(name)}
            draggable
            onDragStart={onDrag}
          >
            <span aria-hidden="true">⠿</span>
          </button>
        )}
        {mayChange ? (
          <CommittedField
            className={styles.name}
            label={texts.nameOf(name)}
            value={name}
            maxLength={200}
            onCommit={(next) => next !== '' && onChange({ name: next })}
          />
        ) : (
          <h3 dir="auto">{name}</h3>
        )}
        <Switch
          label={texts.on(name)}
          isOn={enabled}
          disabled={!mayChange}
          onChange={(isOn) => onChange({ enabled: isOn })}
        />
      </header>
      <p dir="auto" className={styles.summary}>
        {policySummary(policy, texts, language)}
      </p>
      <footer>
        <span className={styles.badge}>{policy.type}</span>
        <span className={styles.badge}>{policy.mode}</span>
        {mayChange ? (
          <span className={styles.priority}>
            <span aria-hidden="true">{texts.priority} </span>
            <CommittedField
              label={texts.priorityOf(name)}
              value={String(priority)}
              type="number"
              onCommit={(next) => {
                if (/^-?\d{1,6}$/.test(next)) onChange({ priority: Number(next) })
              }}
            />
          </span>
        ) : (
          <span>
            {texts.priority} {priority}
          </span>
        )}
        {mayChange && (
          <span className={styles.actions}>
            <Button look="quiet" aria-label={texts.editOf(name)} onClick={onEdit}>
              {texts.edit}
            </Button>
            <Button look="quiet" aria-label={texts.deleteOf(name)} onClick={onDelete}>
              {texts.delete}
            </Button>
          </span>
        )}
      </footer>
      {refusal && <ProblemNotice error={refusal.problem} onRetry={refusal.retry} isWrite />}
    </article>
  )
}
