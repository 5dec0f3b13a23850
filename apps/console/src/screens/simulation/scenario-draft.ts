import type { Schemas } from '@frontdesk/client'
import { linesOf } from '../../app/split-text.ts'
import type { Scenario } from './suites-query.ts'

type Expectation = Schemas['TurnExpectation']
/** What is expected of a message, as its form holds it; empty where nothing is. */
export type ExpectDraft = Record<Exclude<keyof Expectation, 'outcome'>, string> & {
  outcome: NonNullable<Expectation['outcome']> | ''
}
type TurnDraft = { key: string; message: string; expect: ExpectDraft }
type ScenarioDraft = { name: string; turns: TurnDraft[] }

const nothing: ExpectDraft = {
  outcome: '',
  source: '',
  contains: '',
  notContains: '',
  minConfidence: '',
  maxConfidence: '',
  policy: '',
  reason: '',
}
export const newTurn = (): TurnDraft => ({ key: crypto.randomUUID(), message: '', expect: nothing })

const shown = (value: string | number | readonly string[] | undefined): string => [value ?? ''].flat().join('\n')

export const scenarioDraftOf = (scenario?: Scenario): ScenarioDraft =>
  scenario
    ? {
        name: scenario.name,
        turns: scenario.turns.map(({ message, expect }) => ({
          key: crypto.randomUUID(),
          message,
          expect: {
            outcome: expect.outcome ?? '',
            source: shown(expect.source),
            contains: shown(expect.contains),
            notContains: shown(expect.notContains),
            minConfidence: shown(expect.minConfidence),
            maxConfidence: shown(expect.maxConfidence),
            policy: shown(expect.policy),
            reason: shown(expect.reason),
          },
        })),
      }
    : { name: '', turns: [newTurn()] }

function expectationOf(draft: ExpectDraft): Expectation {
  const { outcome, source, contains, notContains, minConfidence, maxConfidence, policy, reason } = draft
  const text = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })
  const number = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: Number(value) })
  const phrases = (name: string, value: string) => (linesOf(value).length === 0 ? {} : { [name]: linesOf(value) })
  return {
    ...(outcome !== '' && { outcome }),
    ...text('source', source),
    ...phrases('contains', contains),
    ...phrases('notContains', notContains),
    ...number('minConfidence', minConfidence),
    ...number('maxConfidence', maxConfidence),
    ...text('policy', policy),
    ...text('reason', reason),
  }
}

/** The scenario that a form stands for; what the form has no fields for stays as it was. */
export const scenarioOf = ({ name, turns }: ScenarioDraft, before?: Scenario): Scenario => ({
  ...before,
  name: name.trim(),
  turns: turns.map(({ message, expect }) => ({ message: message.trim(), expect: expectationOf(expect) })),
})
