import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Policy } from '../../app/policy-order.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { MissingNotice } from '../../components/problem-notice/missing-notice.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './policies.module.css'
import { PolicyCard } from './policy-card.tsx'
import { draftOf, modes, newDraft } from './policy-draft.ts'
import { PolicyForm } from './policy-form.tsx'
import { useTexts } from './texts.ts'
import { TryMessage } from './try-message.tsx'
import { usePolicies } from './use-policies.ts'

/** What customers can ask, and what may be said: every policy in order of evaluation. */
export function Policies() {
  const texts = useTexts()
  const mayChange = mayUse(useSession(), 'policies')
  const navigate = useNavigate()
  const { edit } = useSearch({ from: '/frame/policies' })
  const { policies, refusals, isPending, error, refetch, change, move, remove, save } = usePolicies()
  const [deleting, setDeleting] = useState<Policy>()
  const [told, tell] = useState('')
  const dragged = useRef<Policy>(undefined)
  const go = (search: { edit?: string }) => void navigate({ to: '/policies', search })

  const groupOf = ({ mode }: Policy) => policies.filter((each) => each.mode === mode)
  const moveTo = (policy: Policy, to: number) => {
    const group = groupOf(policy)
    const place = Math.min(Math.max(to, 0), group.length - 1)
    if (group[place]?.id === policy.id) return
    void move(policy, place)
    tell(texts.moved(policy.name, place + 1, group.length))
  }
  const placeOf = (policy: Policy) => groupOf(policy).findIndex(({ id }) => id === policy.id)
  const found = edit === undefined || edit === 'new' ? undefined : policies.find(({ id }) => id === edit)
  // One that a colleague removes while it is edited: what was typed stays.
  const [seen, setSeen] = useState<Policy>()
  if (found && found !== seen) setSeen(found)
  const editing = found ?? (seen?.id === edit ? seen : undefined)
  const isOpen = mayChange && (edit === 'new' || editing !== undefined)

  return (
    <main className={styles.policies} aria-busy={isPending}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        {policies.length > 0 && (
          <p>{texts.counts(policies.filter(({ enabled }) => enabled).length, policies.length)}</p>
        )}
        {mayChange && (
          <Button look="primary" onClick={() => go({ edit: 'new' })}>
            {texts.add}
          </Button>
        )}
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <MissingNotice
        id={edit === 'new' ? undefined : edit}
        isThere={isPending || error ? undefined : editing !== undefined}
      />
      {!mayChange && <p className={styles.hint}>{texts.forbidden}</p>}
      {!isPending && !error && policies.length === 0 && <p className={styles.empty}>{texts.empty}</p>}
      {policies.length > 0 &&
        modes.map((mode) => {
          const group = policies.filter((each) => each.mode === mode)
          return (
            <section key={mode} aria-labelledby={mode}>
              <h2 className={styles.title} id={mode}>
                {texts.modes[mode].group}
              </h2>
              <p className={styles.hint}>{group.length > 0 ? texts.modes[mode].text : texts.modes[mode].none}</p>
              <ol className={styles.list}>
                {group.map((policy, place) => (
                  <li
                    key={policy.id}
                    onDragOver={(event) => {
                      if (dragged.current?.mode === mode) event.preventDefault()
                    }}
                    onDrop={(event) => {
                      event.preventDefault()
                      if (dragged.current?.mode === mode) moveTo(dragged.current, place)
                      dragged.current = undefined
                    }}
                  >
                    <PolicyCard
                      policy={policy}
                      mayChange={mayChange}
                      refusal={refusals.get(policy.id)}
                      onChange={(patch) => void change(policy, patch)}
                      onEdit={() => go({ edit: policy.id })}
                      onDelete={() => setDeleting(policy)}
                      onMove={(by) => moveTo(policy, placeOf(policy) + by)}
                      onDrag={(event) => {
                        dragged.current = policy
                        event.dataTransfer.effectAllowed = 'move'
                        event.dataTransfer.setData('text/plain', policy.name)
                      }}
                    />
                  </li>
                ))}
              </ol>
            </section>
          )
        })}
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <TryMessage
        hasOff={policies.some(({ enabled }) => !enabled)}
        policies={(form) =>
          form.get('withOff') === null ? undefined : policies.map((each) => ({ ...each, enabled: true }))
        }
      />
      {isOpen && (
        <PolicyForm
          key={edit}
          initial={editing ? draftOf(editing) : newDraft(policies)}
          isNew={!editing}
          isGone={editing !== undefined && !found}
          onSave={(input) => save(input, editing)}
          onClose={() => go({})}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={texts.deleteTitle(deleting.name)}
          text={texts.deleteText}
          confirm={texts.delete}
          onConfirm={() => void remove(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </main>
  )
}
