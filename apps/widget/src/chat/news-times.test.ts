import { expect, test } from 'vitest'
import type { ConversationState } from '../api/wire.ts'
import { pollMs, streamUntil } from './news-times.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const minutes = (count: number) => count * 60_000
const talk = (state: ConversationState, minutesAgo = 1) => ({
  state,
  lastMessageAt: new Date(now - minutes(minutesAgo)).toISOString(),
})

test.each<[ConversationState, number]>([
  ['waiting', 10],
  ['person', 30],
  ['ai', 0.5],
  ['resolved', 0.5],
])('a closed panel whose conversation is `%s` is told of news for %d minutes', (state, count) => {
  expect(streamUntil([talk(state)], now, now) - now).toBe(minutes(count))
})

test('the conversation that waits longest decides; old ones and none ask for no stream', () => {
  expect(streamUntil([talk('ai'), talk('person'), talk('waiting')], now, now) - now).toBe(minutes(30))
  expect(streamUntil([], now, now)).toBe(0)
  expect(streamUntil([talk('waiting', 25 * 60), talk('ai', 11), talk('closed', 0)], now, now)).toBe(0)
})

test('polls grow apart, up to a quarter of an hour', () => {
  expect([0, 1, 2, 3, 4, 9].map((polls) => pollMs(polls) / 60_000)).toEqual([1, 2, 4, 8, 15, 15])
})
