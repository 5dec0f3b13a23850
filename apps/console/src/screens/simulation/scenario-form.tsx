import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
import { Faults, LongTextField, SelectField, TextField } from '../../components/field/field.tsx'
import { FormDialog } from '../../components/form-dialog/form-dialog.tsx'
import { type ExpectDraft, newTurn, scenarioDraftOf, scenarioOf } from './scenario-draft.ts'
import type { Scenario } from './suites-query.ts'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

const outcomes = ['answered', 'blocked', 'escalated', 'waiting'] as const satisfies Schemas['TurnOutcome'][]

const confidence = { type: 'number', min: 0, max: 1, step: 'any' } as const

type Props = {
  scenario?: Scenario
  /** Throws what the form has to show. */
  onSave: (scenario: Scenario) => Promise<void>
  onClose: () => void
}

/** The messages of a conversation, and what is expected of each. */
export function ScenarioForm({ scenario, onSave, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [draft, setDraft] = useState(() => scenarioDraftOf(scenario))
  const setTurn = (key: string, change: { message?: string; expect?: Partial<ExpectDraft> }) =>
    setDraft((before) => ({
      ...before,
      turns: before.turns.map((turn) =>
        turn.key === key ? { ...turn, ...change, expect: { ...turn.expect, ...change.expect } } : turn,
      ),
    }))
  return (
    <FormDialog
      title={texts.scenarioTitle}
      submit={messages.save}
      onSubmit={() => onSave(scenarioOf(draft, scenario))}
      onClose={onClose}
    >
      {(faultsOf) => (
        <>
          <TextField
            label={texts.scenarioName}
            required
            maxLength={200}
            value={draft.name}
            onChange={(name) => setDraft((before) => ({ ...before, name }))}
          />
          {scenario?.policies && <p className={styles.hint}>{texts.ownPolicies(scenario.policies.length)}</p>}
          {draft.turns.map(({ key, message, expect }, i) => {
            const own = (name: Exclude<keyof ExpectDraft, 'outcome'>) => ({
              label: texts.expect[name],
              value: expect[name],
              onChange: (value: string) => setTurn(key, { expect: { [name]: value } }),
            })
            return (
              <fieldset key={key} className={styles.turn}>
                <legend>{texts.turn(i + 1)}</legend>
                <LongTextField
                  label={texts.message}
                  required
                  rows={2}
                  maxLength={8_000}
                  value={message}
                  onChange={(typed) => setTurn(key, { message: typed })}
                />
                <SelectField
                  label={texts.expect.outcome}
                  value={expect.outcome}
                  choices={[
                    ['', texts.expect.any],
                    ...outcomes.map((outcome) => [outcome, messages.thread.outcome[outcome]] as const),
                  ]}
                  onChange={(outcome) => setTurn(key, { expect: { outcome } })}
                />
                <TextField {...own('source')} maxLength={500} />
                <LongTextField {...own('contains')} rows={2} />
                <LongTextField {...own('notContains')} rows={2} />
                <TextField {...own('minConfidence')} {...confidence} />
                <TextField {...own('maxConfidence')} {...confidence} />
                <TextField {...own('policy')} maxLength={500} />
                <TextField {...own('reason')} maxLength={500} />
                {draft.turns.length > 1 && (
                  <Button
                    look="quiet"
                    aria-label={texts.removeTurn(i + 1)}
                    onClick={() =>
                      setDraft((before) => ({ ...before, turns: before.turns.filter((turn) => turn.key !== key) }))
                    }
                  >
                    {texts.delete}
                  </Button>
                )}
              </fieldset>
            )
          })}
          <span>
            <Button
              disabled={draft.turns.length >= 10}
              onClick={() => setDraft((before) => ({ ...before, turns: [...before.turns, newTurn()] }))}
            >
              {texts.addTurn}
            </Button>
          </span>
          <Faults of={faultsOf('')} />
        </>
      )}
    </FormDialog>
  )
}
