import { FrontdeskError } from '@frontdesk/client'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Faults, Field, faultsAt } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './policies.module.css'
import { modes, type PolicyDraft, piiKinds, policyOf, tones } from './policy-draft.ts'
import { useTexts } from './texts.ts'
import { TopicFields } from './topic-fields.tsx'
import { TryMessage } from './try-message.tsx'
import type { PolicyInput } from './use-policies.ts'

type Props = {
  initial: PolicyDraft
  isNew: boolean
  /** On the button that saves. */
  submit?: string
  onSave: (policy: PolicyInput) => Promise<void>
  onClose: () => void
}

/** Creates or edits a policy. What is wrong stands beside its field; a message can be tried on it before it is saved. */
export function PolicyForm({ initial, isNew, submit: label, onSave, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const set = (change: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...change }))
  const faults = problem instanceof FrontdeskError ? problem.errors : []
  const submit = async () => {
    setSaving(true)
    try {
      await onSave(policyOf(draft))
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
      setSaving(false)
    }
  }
  /** What each type has beside the fields of all. */
  const fields: Record<PolicyDraft['type'], () => ReactNode> = {
    'Topic Filter': () => (
      <TopicFields
        topics={draft.topics}
        faultsAt={(path) => faultsAt(faults, path)}
        onChange={(topics) => set({ topics })}
      />
    ),
    'PII Filter': () => (
      <>
        <fieldset className={styles.checks}>
          <legend>{texts.kinds}</legend>
          {piiKinds.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={(event) =>
                  set({
                    kinds: piiKinds.filter((each) =>
                      each === kind ? event.target.checked : draft.kinds.includes(each),
                    ),
                  })
                }
              />{' '}
              {texts.kind[kind]}
            </label>
          ))}
          <Faults of={faultsAt(faults, 'config.kinds')} />
        </fieldset>
        <Field label={texts.regions} hint={texts.regionsHint} faults={faultsAt(faults, 'config.regions')}>
          {(field) => (
            <input {...field} value={draft.regions} onChange={(event) => set({ regions: event.target.value })} />
          )}
        </Field>
      </>
    ),
    'Tone Control': () => (
      <Field label={texts.tone}>
        {(field) => (
          <select
            {...field}
            value={draft.tone}
            onChange={(event) => set({ tone: event.target.value as PolicyDraft['tone'] })}
          >
            {tones.map((tone) => (
              <option key={tone} value={tone}>
                {texts.tones[tone]}
              </option>
            ))}
          </select>
        )}
      </Field>
    ),
    'Length Limit': () => (
      <Field label={texts.maxTokens} hint={texts.maxTokensHint} faults={faultsAt(faults, 'config.maxTokens')}>
        {(field) => (
          <input
            {...field}
            type="number"
            required
            min={1}
            max={100_000}
            value={Number.isNaN(draft.maxTokens) ? '' : draft.maxTokens}
            onChange={(event) => set({ maxTokens: event.target.valueAsNumber })}
          />
        )}
      </Field>
    ),
  }
  return (
    <Dialog title={isNew ? texts.newTitle : texts.editTitle} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field label={texts.name} faults={faultsAt(faults, 'name')}>
          {(field) => (
            <input
              {...field}
              dir="auto"
              required
              maxLength={200}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <div className={styles.row}>
          <Field label={texts.type} hint={texts.types[draft.type]}>
            {(field) => (
              <select
                {...field}
                disabled={!isNew}
                value={draft.type}
                onChange={(event) => set({ type: event.target.value as PolicyDraft['type'] })}
              >
                {Object.keys(fields).map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label={texts.mode} hint={draft.mode}>
            {(field) => (
              <select
                {...field}
                value={draft.mode}
                onChange={(event) => set({ mode: event.target.value as PolicyDraft['mode'] })}
              >
                {modes.map((mode) => (
                  <option key={mode} value={mode}>
                    {texts.modes[mode].group}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={texts.priority} hint={texts.priorityHint} faults={faultsAt(faults, 'priority')}>
            {(field) => (
              <input
                {...field}
                type="number"
                required
                step={1}
                value={Number.isNaN(draft.priority) ? '' : draft.priority}
                onChange={(event) => set({ priority: event.target.valueAsNumber })}
              />
            )}
          </Field>
        </div>
        {fields[draft.type]()}
        {problem !== undefined && faults.length === 0 && <ProblemNotice error={problem} />}
        <span className={styles.buttons}>
          <Button type="submit" look="primary" disabled={isSaving}>
            {label ?? (isNew ? texts.create : messages.save)}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </form>
      <TryMessage policies={() => [{ ...policyOf(draft), enabled: true }]} />
    </Dialog>
  )
}
