import type { Policy } from '../../app/policy-order.ts'
import { Button } from '../../components/button/button.tsx'
import { draftOf, newDraft } from '../policies/policy-draft.ts'
import { PolicyForm } from '../policies/policy-form.tsx'
import shared from '../simulation/testing.module.css'
import type { TriedPolicy } from './rehearsal-draft.ts'
import styles from './rehearsals.module.css'
import { useTexts } from './texts.ts'

type Change = (policies: readonly TriedPolicy[] | undefined) => void
type Props = {
  live: readonly Policy[]
  /** Undefined: as they are live. */
  tried: readonly TriedPolicy[] | undefined
  onChange: Change
}
/** The place of a policy among those that are tried, or a new one. */
export type EditedPolicy = number | 'new'

/** The policies as they would be: any of them switched on or off, changed, and new ones. */
export function TriedPolicies({ live, tried, onChange, onEdit }: Props & { onEdit: (edited: EditedPolicy) => void }) {
  const texts = useTexts()
  const isChanged = (policy: TriedPolicy) => {
    const before = live.find(({ id }) => id === policy.id)
    return JSON.stringify(before) !== JSON.stringify(policy)
  }
  return (
    <fieldset>
      <legend>{texts.policies}</legend>
      <p className={styles.hint}>{texts.policiesHint}</p>
      <ul className={styles.policies}>
        {(tried ?? live).map((policy, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: policies are only added at the end, and new ones have no id
          <li key={at}>
            <label>
              <input
                type="checkbox"
                checked={policy.enabled ?? true}
                onChange={(event) =>
                  onChange(replaced(tried ?? live, at, { ...policy, enabled: event.target.checked }, live))
                }
              />{' '}
              <span dir="auto">{policy.name}</span>
            </label>
            {tried && isChanged(policy) && (
              <em className={styles.changed}>{policy.id ? texts.isChanged : texts.isNew}</em>
            )}
            <Button look="quiet" aria-label={texts.changePolicy(policy.name)} onClick={() => onEdit(at)}>
              {texts.change}
            </Button>
          </li>
        ))}
      </ul>
      <span className={shared.buttons}>
        <Button onClick={() => onEdit('new')}>{texts.addPolicy}</Button>
        {tried && (
          <Button look="quiet" onClick={() => onChange(undefined)}>
            {texts.resetPolicies}
          </Button>
        )}
      </span>
    </fieldset>
  )
}

/** The form of one of them. Not within another form: what it submits would submit that, too. */
export function TriedPolicyForm({
  edited,
  live,
  tried = live,
  onChange,
  onClose,
}: Props & { edited: EditedPolicy; onClose: () => void }) {
  const texts = useTexts()
  const policy = edited === 'new' ? undefined : tried[edited]
  return (
    <PolicyForm
      initial={policy ? draftOf(policy as Policy) : newDraft(live)}
      isNew={!policy}
      submit={texts.tryPolicy}
      onSave={async (input) =>
        onChange(
          edited === 'new' ? [...tried, input] : replaced(tried, edited, { ...policy, ...input } as TriedPolicy, live),
        )
      }
      onClose={onClose}
    />
  )
}

/** Undefined when they are as the live ones then. */
function replaced(
  policies: readonly TriedPolicy[],
  at: number,
  policy: TriedPolicy,
  live: readonly Policy[],
): readonly TriedPolicy[] | undefined {
  const changed = policies.map((each, i) => (i === at ? policy : each))
  return JSON.stringify(changed) === JSON.stringify(live) ? undefined : changed
}
