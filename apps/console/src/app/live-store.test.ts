import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Conversation, LiveStore, type Message } from './live-store.ts'

const conversation = (id: string, updatedAt: string): Conversation => ({
  ...{ id, status: 'open', handler: 'queue', channel: 'api', assignee: null, tags: [], language: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', lastMessageAt: updatedAt, updatedAt, messageCount: 1 },
})
const message = (sequence: number): Message => ({
  ...{ id: `msg_${sequence}`, conversationId: 'cnv_1', sequence, kind: 'message', content: `${sequence}` },
  ...{ author: { kind: 'agent' }, createdAt: '2026-01-01T00:00:00Z' },
})

it('ends in the same conversation whatever the order of reads and events', () => {
  const times = fc.uniqueArray(fc.integer({ min: 10, max: 59 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(times, (minutes) => {
      const store = new LiveStore()
      for (const minute of minutes) store.putConversations([conversation('cnv_1', `2026-01-01T00:${minute}:00Z`)])
      expect(store.conversation('cnv_1')?.updatedAt).toBe(`2026-01-01T00:${Math.max(...minutes)}:00Z`)
    }),
  )
})

it('shows a thread in order, each message once, whatever the order they come in', () => {
  const batches = fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }), { maxLength: 10 })
  fc.assert(
    fc.property(batches, (given) => {
      const store = new LiveStore()
      for (const batch of given)
        store.putMessages(
          'cnv_1',
          batch.map((sequence) => message(sequence)),
        )
      const expected = [...new Set(given.flat())].sort((a, b) => a - b)
      expect(store.thread('cnv_1').map(({ sequence }) => sequence)).toEqual(expected)
    }),
  )
})

it('forgets where a colleague was when nothing was told for 30 s', () => {
  const store = new LiveStore()
  store.signal({ type: 'presence', agentId: 'agt_bo', conversationId: 'cnv_1', state: 'replying' }, 0)
  expect(store.presentIn('cnv_1', 29_999)).toMatchObject([{ agentId: 'agt_bo', state: 'replying' }])
  expect(store.presentIn('cnv_1', 30_000)).toEqual([])
})
