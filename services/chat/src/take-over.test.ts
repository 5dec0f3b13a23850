import { conversationHandOver, messageWrite, ServiceError, settingsUpdate } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import type { SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { doWhatIsDue } from './do-what-is-due.ts'
import { bulks, resumeBulks } from './run-bulk.ts'
import { resumeTurns } from './run-turns.ts'
import {
  eventually,
  openTestStore,
  startTestChat,
  type TestChat,
  type TestChatOptions,
  textOf,
} from './start-test-chat.ts'

let store: SqliteStore
const running: TestChat[] = []
beforeEach(() => {
  store = openTestStore()
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
  await store.close()
})
const start = async (options: Partial<TestChatOptions> = {}) => {
  const started = await startTestChat({ store, ...options })
  running.push(started)
  return started
}
const agent = { id: 'agt_anna', name: 'Anna' }
const actor = { kind: 'agent', ...agent } as const
const idsOf = (parts: { type: string }[]) => parts[0] as unknown as { conversationId: string; messageId: string }

/** Models that write one sentence and then no more until they are stopped. */
function stuckModels() {
  let stopped = false
  const models: Models = {
    ...localModels(),
    async *answer(_, { signal }) {
      yield 'Delivery takes three working days. '
      const { promise, resolve } = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => resolve())
      await promise
      stopped = true
      signal.throwIfAborted()
    },
  }
  return { models, hasStopped: () => stopped }
}

it('who replies while the AI writes ends its answer: what was said stays, the model stops, the reader is told', async () => {
  const stuck = stuckModels()
  const chat = await start({ models: stuck.models })
  const reader = chat.read('How long does delivery take?')
  await eventually(() => expect(textOf(reader.parts)).not.toBe(''))
  const { conversationId, messageId } = idsOf(reader.parts)
  const behind = chat.read('And to Norway?', { conversationId })
  await eventually(() => expect(behind.parts).toHaveLength(1))
  const reply = { operationId: 'r1', conversationId, kind: 'reply', content: 'Let me answer that.', agent } as const
  await chat.context.ask(messageWrite, reply)

  const parts = await reader.ended
  expect(parts.at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting', conversationId })
  expect((await behind.ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting' })
  await eventually(() => expect(stuck.hasStopped()).toBe(true))
  const messages = (await chat.messages(conversationId)).toReversed()
  expect(messages.map(({ author, outcome }) => [author.kind, outcome])).toEqual([
    ['customer', undefined],
    ['customer', undefined],
    ['ai', 'waiting'],
    ['system', 'waiting'],
    ['agent', undefined],
  ])
  expect(messages[2]).toMatchObject({ id: messageId, content: textOf(parts) })
  // Whoever reads it later reads the same.
  expect(await chat.follow(messageId).ended).toEqual([
    parts[0],
    { type: 'delta', offset: textOf(parts).length, text: textOf(parts) },
    parts.at(-1),
  ])
})

it('a hand-over while the AI writes on another instance ends its answer there too', async () => {
  const stuck = stuckModels()
  const [writing, other] = [await start({ models: stuck.models, env: { TURN_LEASE_MS: '1000' } }), await start()]
  const reader = writing.read('How long does delivery take?')
  await eventually(() => expect(textOf(reader.parts)).not.toBe(''))
  const { conversationId } = idsOf(reader.parts)
  await other.context.ask(conversationHandOver, { operationId: 'h1', conversationId, actor })
  expect((await reader.ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting' })
  await eventually(() => expect(stuck.hasStopped()).toBe(true))
})

it('what is away for a moment costs a question nothing: it pauses, and the same request follows it to its answer', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  let isAway = true
  const find: TestChatOptions['find'] = () => {
    if (isAway) throw new ServiceError('unavailable')
    return []
  }
  const chat = await start({ clock, find, env: { GIVE_UP_AFTER_MS: '60000' } })
  const ask = () => chat.read('How long does delivery take?', { operationId: 'once' }).ended
  const first = await ask()
  expect(first.at(-1)).toMatchObject({ type: 'error', code: 'unavailable' })
  const again = await ask()
  expect(again.at(-1)).toMatchObject({ type: 'error', code: 'unavailable' })
  expect(idsOf(again)).toEqual(idsOf(first))
  const { conversationId } = idsOf(first)
  const [turn] = (await chat.conversations.get('acme', conversationId))!.body.turns
  expect(turn).toMatchObject({ attempt: 0, released: '', fault: { code: 'unavailable', count: 2 } })
  expect(turn!.fault!.notBefore).toBe(clock.at + 2_000)

  isAway = false
  expect((await ask()).at(-1)).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
  expect(await chat.messages(conversationId)).toHaveLength(2)
})

it('a paused question is tried again by itself, and ends as an error when what it needs stays away', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  const find: TestChatOptions['find'] = () => {
    throw new ServiceError('unavailable')
  }
  const chat = await start({ clock, find, env: { GIVE_UP_AFTER_MS: '5000' } })
  const { conversationId, messageId } = idsOf(await chat.read('How long does delivery take?').ended)
  const faults = async () => (await chat.conversations.get('acme', conversationId))!.body.turns[0]?.fault?.count
  await resumeTurns(chat.chatContext)
  expect(await faults()).toBe(1)
  clock.at += 1_000
  await resumeTurns(chat.chatContext)
  await eventually(async () => expect(await faults()).toBe(2))
  clock.at += 10_000
  await resumeTurns(chat.chatContext)
  expect((await chat.follow(messageId).ended).at(-1)).toMatchObject({ type: 'error', code: 'unavailable' })
  expect((await chat.conversations.get('acme', conversationId))!.body.turns).toEqual([])
})

it('a bulk action whose process died goes on where it stopped, and does nothing twice', async () => {
  const chat = await start()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(idsOf(await chat.read('How long?').ended).conversationId)
  const saga = await chat.documents.collection(bulks)
  const done = ids.slice(0, 2).map((id) => ({ id, ok: true }))
  await saga.insert('acme', 'blk_1', {
    ...{ bulk: { action: 'tag', tag: 'found' }, actor, ids, results: done, createdAt: '2026-01-01T00:00:00.000Z' },
    unfinishedSince: '2026-01-01T00:00:00.000Z',
    lease: { owner: 'a process that died', until: Date.now() - 1 },
  })
  await resumeBulks(chat.chatContext)
  const stored = (await saga.get('acme', 'blk_1'))!
  expect(stored.body.results).toEqual(ids.map((id) => ({ id, ok: true })))
  expect(stored.body.unfinishedSince).toBeUndefined()
  const tags = await Promise.all(ids.map(async (id) => (await chat.conversations.get('acme', id))!.body.tags))
  expect(tags).toEqual([[], [], ['found'], ['found'], ['found']])
})

it('what sleeps wakes when its time has come, and an assumption is not made where the tenant turned it off', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  const chat = await start({ clock })
  const { conversationId } = idsOf(await chat.read('How long does delivery take?').ended)
  const read = async () => (await chat.conversations.get('acme', conversationId))!.body
  expect((await read()).assumeAt).toBe(new Date(clock.at + 72 * 3_600_000).toISOString())
  await chat.context.ask(settingsUpdate, { patch: { assumedResolutionHours: null }, actor })
  clock.at += 73 * 3_600_000
  await doWhatIsDue(chat.chatContext)
  const after = await read()
  expect(after.status).toBe('open')
  expect(after.dueAt).toBeUndefined()
})
