import { type ReactNode, useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { Faults, SelectField, TextField } from '../../components/field/field.tsx'
import { type FaultsOf, FormDialog } from '../../components/form-dialog/form-dialog.tsx'
import styles from './policies.module.css'
import { modes, type PolicyDraft, piiKinds, policyOf, tones } from './policy-draft.ts'
import { useTexts } from './texts.ts'
import { TopicFields } from './topic-fields.tsx'
import { TryMessage } from './try-message.tsx'
import type { PolicyInput } from './use-policies.ts'

type Props = {
  initial: PolicyDraft
  isNew: boolean
  /** Somebody removed it meanwhile. */
  isGone?: boolean
  /** On the button that saves. */
  submit?: string
  onSave: (policy: PolicyInput) => Promise<void>
  onClose: () => void
}

/** Creates or edits a policy. What is wrong stands beside its field; a message can be tried on it before it is saved. */
export function PolicyForm({ initial, isNew, isGone = false, submit: label, onSave, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [draft, setDraft] = useState(initial)
  const set = (change: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...change }))
  /** What each type has beside the fields of all. */
  const fields: Record<PolicyDraft['type'], (faultsOf: FaultsOf) => ReactNode> = {
    'Topic Filter': (faultsOf) => (
      <TopicFields topics={draft.topics} faults={faultsOf('config.topics')} onChange={(topics) => set({ topics })} />
    ),
    'PII Filter': (faultsOf) => (
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
          <Faults of={faultsOf('config.kinds')} />
        </fieldset>
        <TextField
          label={texts.regions}
          hint={texts.regionsHint}
          faults={faultsOf('config.regions')}
          value={draft.regions}
          onChange={(regions) => set({ regions })}
        />
      </>
    ),
    'Tone Control': () => (
      <SelectField
        label={texts.tone}
        value={draft.tone}
        choices={tones.map((tone) => [tone, texts.tones[tone]])}
        onChange={(tone) => set({ tone })}
      />
    ),
    'Length Limit': (faultsOf) => (
      <TextField
        label={texts.maxTokens}
        hint={texts.maxTokensHint}
        faults={faultsOf('config.maxTokens')}
        type="number"
        required
        min={1}
        max={100_000}
        value={shownNumber(draft.maxTokens)}
        onChange={(typed) => set({ maxTokens: numberOf(typed) })}
      />
    ),
  }
  return (
    <FormDialog
      title={isNew ? texts.newTitle : texts.editTitle}
      submit={label ?? (isNew ? texts.create : messages.save)}
      className={styles.form}
      onSubmit={() => onSave(policyOf(draft))}
      onClose={onClose}
      below={<TryMessage policies={() => [{ ...policyOf(draft), enabled: true }]} />}
    >
      {(faultsOf) => (
        <>
          {isGone && <p role="alert">{messages.gone}</p>}
          <TextField
            label={texts.name}
            faults={faultsOf('name')}
            required
            maxLength={200}
            value={draft.name}
            onChange={(name) => set({ name })}
          />
          <div className={styles.row}>
            <SelectField
              label={texts.type}
              hint={texts.types[draft.type]}
              disabled={!isNew}
              value={draft.type}
              choices={(Object.keys(fields) as PolicyDraft['type'][]).map((type) => [type, type])}
              onChange={(type) => set({ type })}
            />
            <SelectField
              label={texts.mode}
              hint={draft.mode}
              value={draft.mode}
              choices={modes.map((mode) => [mode, texts.modes[mode].group])}
              onChange={(mode) => set({ mode })}
            />
            <TextField
              label={texts.priority}
              hint={texts.priorityHint}
              faults={faultsOf('priority')}
              type="number"
              required
              step={1}
              value={shownNumber(draft.priority)}
              onChange={(typed) => set({ priority: numberOf(typed) })}
            />
          </div>
          {fields[draft.type](faultsOf)}
        </>
      )}
    </FormDialog>
  )
}

/** A number field that is empty holds no number. */
const shownNumber = (value: number): string => (Number.isNaN(value) ? '' : String(value))
const numberOf = (typed: string): number => (typed === '' ? Number.NaN : Number(typed))
