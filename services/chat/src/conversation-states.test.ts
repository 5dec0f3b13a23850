import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actions, isState, move, type Stateful, stateAfter, states } from './conversation-states.ts'

const cellOf = (action: (typeof actions)[number], state: (typeof states)[number]): string => {
  const to = stateAfter(action, state)
  if (!to) return 'refused'
  return to === state ? '=' : to
}
const shown = [
  `| | ${states.join(' | ')} |`,
  `|---|${states.map(() => '---|').join('')}`,
  ...actions.map((action) => `| ${action} | ${states.map((state) => cellOf(action, state)).join(' | ')} |`),
].join('\n')

it('the documentation shows this table, to the letter', () => {
  const page = readFileSync(new URL('../../../docs/conversations.md', import.meta.url), 'utf8')
  expect(page).toContain(shown)
})

it('no action leads to a state that there is not', () => {
  for (const action of actions) {
    for (const state of states) {
      const to = stateAfter(action, state)
      if (to) expect(isState(to), `${action} from ${state}`).toBe(true)
    }
  }
})

it('the AI gets no word in where people are, and nothing but giving it back changes that', () => {
  for (const state of states.filter((each) => !each.endsWith('/ai'))) {
    expect(stateAfter('answer', state)).toBeUndefined()
    expect(stateAfter('escalate', state)).toBeUndefined()
    for (const action of actions) {
      if (action !== 'hand_back') expect(stateAfter(action, state) ?? state).not.toMatch(/\/ai$/)
    }
  }
})

it('a customer is heard in every state, and finds no door closed', () => {
  for (const state of states) expect(stateAfter('message', state)).toMatch(/^(open|escalated)\//)
})

it('what belonged to the old state goes with it', () => {
  const before: Stateful = {
    status: 'resolved',
    handler: 'agent',
    resolved: { by: 'agent', how: 'confirmed' },
    escalation: { reason: 'requested', at: '2026-01-01T00:00:00.000Z', summary: '', sourcesTried: [] },
  }
  expect(move(before, 'message')).toEqual({ status: 'open', handler: 'agent', escalation: before.escalation })
  expect(move(before, 'hand_back')).toEqual({ status: 'resolved', handler: 'ai', resolved: before.resolved })
  expect(move({ status: 'open', handler: 'ai', snoozedUntil: '2026-01-01T00:00:00.000Z' }, 'close')).toEqual({
    status: 'closed',
    handler: 'ai',
  })
  expect(() => move(before, 'assume')).toThrow(/does not take: assume/)
})
