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

it('the documentation shows exactly this table', () => {
  const page = readFileSync(new URL('../../../../docs/conversations.md', import.meta.url), 'utf8')
  expect(page).toContain(shown)
})

it('every action leads to a known state', () => {
  for (const action of actions) {
    for (const state of states) {
      const to = stateAfter(action, state)
      if (to) expect(isState(to), `${action} from ${state}`).toBe(true)
    }
  }
})

it('the AI never answers while people handle a conversation, until it is handed back', () => {
  for (const state of states.filter((each) => !each.endsWith('/ai'))) {
    expect(stateAfter('answer', state)).toBeUndefined()
    expect(stateAfter('escalate', state)).toBeUndefined()
    for (const action of actions) {
      if (action !== 'hand_back') expect(stateAfter(action, state) ?? state).not.toMatch(/\/ai$/)
    }
  }
})

it('a customer can write in every state', () => {
  for (const state of states) expect(stateAfter('message', state)).toMatch(/^(open|escalated)\//)
})

it('the fields of the old state are removed with it', () => {
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
  expect(() => move(before, 'assume')).toThrow(/action assume is not possible/)
})
