import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut, queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Field } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { suitesQuery, writeScenarios } from './suites-query.ts'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'
import type { Simulation, SimulationInput } from './use-simulation.ts'

type Expectation = Schemas['TurnExpectation']
type Props = {
  turns: readonly { message: string; result: Simulation }[]
  settings: Pick<SimulationInput, 'channel' | 'threshold' | 'policies'>
  onSaved: (suite: string) => void
  onClose: () => void
}

const maxNameCharacters = 200

/** What can be expected of a result, each by itself. */
function expectationsOf({ outcome, sources, policies, escalation }: Simulation): Expectation[] {
  const acting = policies.find(({ decision }) => decision !== 'pass')
  return [
    ...(outcome === 'waiting' ? [] : [{ outcome }]),
    ...(sources[0] && outcome === 'answered' ? [{ source: sources[0].title }] : []),
    ...(acting ? [{ policy: acting.name }] : []),
    ...(escalation.would && escalation.reason ? [{ reason: escalation.reason }] : []),
  ]
}

/** Keeps what was asked as a scenario of a suite: what came of it is what is expected from now on. */
export function SaveScenario({ turns, settings, onSaved, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const { data: suites = [] } = useQuery(suitesQuery)
  const [problem, setProblem] = useState<unknown>()
  const [chosen, choose] = useState('new')
  const last = turns.at(-1)!
  const expectations = expectationsOf(last.result)
  const shown = (each: Expectation): string =>
    each.outcome !== undefined
      ? texts.expectOutcome(messages.thread.outcome[each.outcome])
      : each.source !== undefined
        ? texts.expectSource(each.source)
        : each.policy !== undefined
          ? texts.expectPolicy(each.policy)
          : texts.expectReason((messages.thread.reasons as Record<string, string>)[each.reason!] ?? each.reason!)

  const save = async (form: FormData) => {
    const expected = Object.assign({}, ...expectations.filter((_, i) => form.get(`expect-${i}`) !== null))
    const scenario = {
      name: String(form.get('name')).trim(),
      ...settings,
      turns: turns.map(({ message }, i) => ({ message, expect: i === turns.length - 1 ? expected : {} })),
    }
    try {
      const suite = suites.find(({ id }) => id === chosen)
      const saved = suite
        ? await writeScenarios(suite, [...suite.scenarios, scenario] as typeof suite.scenarios)
        : await client.post('/api/suites', { body: { name: String(form.get('suite')).trim(), scenarios: [scenario] } })
      void queryClient.invalidateQueries({ queryKey: suitesQuery.queryKey })
      onSaved(saved.name)
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
  }
  return (
    <Dialog title={texts.saveTitle} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <Field label={texts.suite}>
          {(field) => (
            <select {...field} value={chosen} onChange={(event) => choose(event.target.value)}>
              <option value="new">{texts.newSuite}</option>
              {suites.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {chosen === 'new' && (
          <Field label={texts.suiteName}>
            {(field) => <input {...field} name="suite" dir="auto" required maxLength={maxNameCharacters} />}
          </Field>
        )}
        <Field label={texts.scenarioName}>
          {(field) => (
            <input
              {...field}
              name="name"
              dir="auto"
              required
              maxLength={maxNameCharacters}
              defaultValue={turns[0]!.message.slice(0, maxNameCharacters)}
            />
          )}
        </Field>
        <fieldset className={styles.chosen}>
          <legend>{texts.expectations}</legend>
          {expectations.map((each, i) => (
            <label key={shown(each)}>
              <input type="checkbox" name={`expect-${i}`} defaultChecked /> <span dir="auto">{shown(each)}</span>
            </label>
          ))}
        </fieldset>
        {problem !== undefined && <ProblemNotice error={problem} />}
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
