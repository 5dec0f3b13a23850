import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { queryClient } from '../../app/query-client.ts'
import { SelectField, TextField } from '../../components/field/field.tsx'
import { FormDialog } from '../../components/form-dialog/form-dialog.tsx'
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
  const { data: suites = [], error, refetch } = useQuery(suitesQuery)
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
    const suite = suites.find(({ id }) => id === chosen)
    const saved = suite
      ? await writeScenarios(suite, [...suite.scenarios, scenario] as typeof suite.scenarios)
      : await client.post('/api/suites', { body: { name: String(form.get('suite')).trim(), scenarios: [scenario] } })
    void queryClient.invalidateQueries({ queryKey: suitesQuery.queryKey })
    onSaved(saved.name)
  }
  return (
    <FormDialog title={texts.saveTitle} submit={messages.save} onSubmit={save} onClose={onClose}>
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      <SelectField
        label={texts.suite}
        value={chosen}
        choices={[['new', texts.newSuite], ...suites.map(({ id, name }) => [id, name] as const)]}
        onChange={choose}
      />
      {chosen === 'new' && <TextField label={texts.suiteName} name="suite" required maxLength={maxNameCharacters} />}
      <TextField
        label={texts.scenarioName}
        name="name"
        required
        maxLength={maxNameCharacters}
        defaultValue={turns[0]!.message.slice(0, maxNameCharacters)}
      />
      <fieldset className={styles.chosen}>
        <legend>{texts.expectations}</legend>
        {expectations.map((each, i) => (
          <label key={shown(each)}>
            <input type="checkbox" name={`expect-${i}`} defaultChecked /> <span dir="auto">{shown(each)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
