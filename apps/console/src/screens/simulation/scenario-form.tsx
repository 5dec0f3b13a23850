import { FrontdeskError, type Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Faults, Field } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { type ExpectDraft, newTurn, scenarioDraftOf, scenarioOf } from './scenario-draft.ts'
import type { Scenario } from './suites-query.ts'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

const outcomes = ['answered', 'blocked', 'escalated', 'waiting'] as const satisfies Schemas['TurnOutcome'][]

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
  const [problem, setProblem] = useState<unknown>()
  const setTurn = (key: string, change: { message?: string; expect?: Partial<ExpectDraft> }) =>
    setDraft((before) => ({
      ...before,
      turns: before.turns.map((turn) =>
        turn.key === key ? { ...turn, ...change, expect: { ...turn.expect, ...change.expect } } : turn,
      ),
    }))
  const save = async () => {
    try {
      await onSave(scenarioOf(draft, scenario))
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
  }
  const faults = problem instanceof FrontdeskError ? problem.errors : []
  return (
    <Dialog title={texts.scenarioTitle} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={texts.scenarioName}>
          {(field) => (
            <input
              {...field}
              dir="auto"
              required
              maxLength={200}
              value={draft.name}
              onChange={(event) => setDraft((before) => ({ ...before, name: event.target.value }))}
            />
          )}
        </Field>
        {scenario?.policies && <p className={styles.hint}>{texts.ownPolicies(scenario.policies.length)}</p>}
        {draft.turns.map(({ key, message, expect }, i) => {
          const line = (name: 'source' | 'policy' | 'reason') => (
            <Field label={texts.expect[name]}>
              {(field) => (
                <input
                  {...field}
                  dir="auto"
                  maxLength={500}
                  value={expect[name]}
                  onChange={(event) => setTurn(key, { expect: { [name]: event.target.value } })}
                />
              )}
            </Field>
          )
          const phrases = (name: 'contains' | 'notContains') => (
            <Field label={texts.expect[name]}>
              {(field) => (
                <textarea
                  {...field}
                  dir="auto"
                  rows={2}
                  value={expect[name]}
                  onChange={(event) => setTurn(key, { expect: { [name]: event.target.value } })}
                />
              )}
            </Field>
          )
          const confidence = (name: 'minConfidence' | 'maxConfidence') => (
            <Field label={texts.expect[name]}>
              {(field) => (
                <input
                  {...field}
                  type="number"
                  min={0}
                  max={1}
                  step="any"
                  value={expect[name]}
                  onChange={(event) => setTurn(key, { expect: { [name]: event.target.value } })}
                />
              )}
            </Field>
          )
          return (
            <fieldset key={key} className={styles.turn}>
              <legend>{texts.turn(i + 1)}</legend>
              <Field label={texts.message}>
                {(field) => (
                  <textarea
                    {...field}
                    dir="auto"
                    required
                    rows={2}
                    maxLength={8_000}
                    value={message}
                    onChange={(event) => setTurn(key, { message: event.target.value })}
                  />
                )}
              </Field>
              <Field label={texts.expect.outcome}>
                {(field) => (
                  <select
                    {...field}
                    value={expect.outcome}
                    onChange={(event) =>
                      setTurn(key, { expect: { outcome: event.target.value as ExpectDraft['outcome'] } })
                    }
                  >
                    <option value="">{texts.expect.any}</option>
                    {outcomes.map((outcome) => (
                      <option key={outcome} value={outcome}>
                        {messages.thread.outcome[outcome]}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {line('source')}
              {phrases('contains')}
              {phrases('notContains')}
              {confidence('minConfidence')}
              {confidence('maxConfidence')}
              {line('policy')}
              {line('reason')}
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
        <Faults of={faults} />
        {problem !== undefined && faults.length === 0 && <ProblemNotice error={problem} />}
        <span className={styles.buttons}>
          <Button type="submit" look="primary">
            {messages.save}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </form>
    </Dialog>
  )
}
