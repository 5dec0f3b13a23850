import { expect, test } from 'vitest'
import { scenarioDraftOf, scenarioOf } from './scenario-draft.ts'

test('a scenario that is opened in its form and saved stays what it was', () => {
  const scenario = {
    name: 'Returns',
    threshold: 0.4,
    policies: [],
    turns: [
      {
        message: 'How long?',
        expect: { outcome: 'answered' as const, contains: ['30 days', 'unused'], minConfidence: 0 },
      },
      { message: 'And then?', expect: {} },
    ],
  }
  expect(scenarioOf(scenarioDraftOf(scenario), scenario)).toEqual(scenario)
})

test('empty fields expect nothing, and each line is a phrase', () => {
  const draft = scenarioDraftOf()
  const [turn] = draft.turns
  const typed = { ...turn!, message: ' Hi ', expect: { ...turn!.expect, contains: 'a\n\n b ', source: '  ' } }
  expect(scenarioOf({ name: ' New ', turns: [typed] })).toEqual({
    name: 'New',
    turns: [{ message: 'Hi', expect: { contains: ['a', 'b'] } }],
  })
})
