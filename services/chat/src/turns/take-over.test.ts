import { chat as chatContracts, ServiceError } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import { expect, it } from 'vitest'
import { eventually, type TestChatOptions, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { bulks } from '../conversations/bulk-document.ts'
import { bulkWork } from '../conversations/run-bulk.ts'
import { runDueTransitions } from '../conversations/run-due-transitions.ts'
import { resumeTurns } from './run-turns.ts'

const chats = useChats()
const { start } = chats
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

it('an agent’s reply ends the AI’s answer: sent text stays, the model stops, the reader is told', async () => {
  const stuck = stuckModels()
  const chat = await start({ models: stuck.models })
  const reader = chat.read('How long does delivery take?')
  await eventually(() => expect(textOf(reader.parts)).not.toBe(''))
  const { conversationId, messageId } = idsOf(reader.parts)
  const behind = chat.read('And to Norway?', { conversationId })
  await eventually(() => expect(behind.parts).toHaveLength(1))
  const reply = { operationId: 'r1', conversationId, kind: 'reply', content: 'Let me answer that.', agent } as const
  await chat.context.ask(chatContracts.queries.messageWrite, reply)

  const parts = await reader.ended
  expect(parts.at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting', conversationId })
  const passedOn = await behind.ended
  expect(passedOn.at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting' })
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
  await other.context.ask(chatContracts.queries.conversationHandOver, { operationId: 'h1', conversationId, actor })
  expect((await reader.ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting' })
  await eventually(() => expect(stuck.hasStopped()).toBe(true))
})

it('a stopped answer keeps what was sent, the next question is begun, and stopping again changes nothing', async () => {
  const stuck = stuckModels()
  const [writing, other] = [await start({ models: stuck.models, env: { TURN_LEASE_MS: '1000' } }), await start()]
  const reader = writing.read('How long does delivery take?')
  await eventually(() => expect(textOf(reader.parts)).not.toBe(''))
  const { conversationId, messageId } = idsOf(reader.parts)
  const behind = writing.read('And to Norway?', { conversationId })
  await eventually(() => expect(behind.parts).toHaveLength(1))
  const stop = (id: string, visitorId?: string) =>
    other.context.ask(chatContracts.queries.answerStop, { messageId: id, ...(visitorId && { visitorId }) })
  await expect(stop(messageId, 'vis_stranger')).rejects.toMatchObject({ code: 'not_found' })
  await stop(messageId)
  const parts = await reader.ended
  expect(parts.at(-1)).toMatchObject({ type: 'error', code: 'cancelled' })
  await eventually(() => expect(stuck.hasStopped()).toBe(true))
  await stop(messageId)
  // One that has not begun, in the same process.
  await eventually(() => expect(textOf(behind.parts)).not.toBe(''))
  await writing.context.ask(chatContracts.queries.answerStop, { messageId: idsOf(behind.parts).messageId })
  expect((await behind.ended).at(-1)).toMatchObject({ type: 'error', code: 'cancelled' })

  const messages = (await writing.messages(conversationId)).toReversed()
  expect(messages.map(({ author, outcome }) => [author.kind, outcome])).toEqual([
    ['customer', undefined],
    ['customer', undefined],
    ['ai', 'failed'],
    ['ai', 'failed'],
  ])
  expect(messages[2]).toMatchObject({ id: messageId, content: textOf(parts), error: { code: 'cancelled' } })
  await expect(stop(`${messageId}0`)).rejects.toMatchObject({ code: 'not_found' })
})

it('an answer to a visitor who deletes their conversations is stopped', async () => {
  const stuck = stuckModels()
  const { context, read } = await start({ models: stuck.models })
  const reader = read('How long does delivery take?', { visitor: { id: 'vis_1', widgetId: 'wgt_1' } })
  await eventually(() => expect(textOf(reader.parts)).not.toBe(''))
  await context.ask(chatContracts.queries.visitorConversationsDelete, { visitorId: 'vis_1' })
  expect((await reader.ended).at(-1)).toMatchObject({ type: 'error', code: 'cancelled' })
  await eventually(() => expect(stuck.hasStopped()).toBe(true))
})

it('a short outage only pauses a question: the same request follows it to its answer', async () => {
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

it('a paused question is retried automatically, and ends as an error when the outage continues', async () => {
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

it('a bulk action of a crashed process continues where it stopped, and does nothing twice', async () => {
  const chat = await start()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(idsOf(await chat.read('How long?').ended).conversationId)
  const saga = await chat.documents.collection(bulks)
  const done = ids.slice(0, 2).map((id) => ({ id, ok: true }))
  await saga.insert('acme', 'blk_1', {
    ...{ bulk: { action: 'tag', tag: 'found' }, actor, ids, results: done, createdAt: '2026-01-01T00:00:00.000Z' },
    unfinishedSince: '2026-01-01T00:00:00.000Z',
    lease: { until: Date.now() - 1 },
  })
  await bulkWork.runDue(chat.chatContext)
  await eventually(async () => {
    const { body } = (await saga.get('acme', 'blk_1'))!
    expect(body.results).toEqual(ids.map((id) => ({ id, ok: true })))
    expect([body.unfinishedSince, body.dueAt]).toEqual([undefined, undefined])
  })
  const tags = await Promise.all(ids.map(async (id) => (await chat.conversations.get('acme', id))!.body.tags))
  expect(tags).toEqual([[], [], ['found'], ['found'], ['found']])
})

it('snoozed conversations wake when they are due, and assumed resolution stays off when the tenant disabled it', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  const chat = await start({ clock })
  const { conversationId } = idsOf(await chat.read('How long does delivery take?').ended)
  const read = async () => (await chat.conversations.get('acme', conversationId))!.body
  expect((await read()).assumeAt).toBe(new Date(clock.at + 72 * 3_600_000).toISOString())
  await chat.context.ask(chatContracts.queries.settingsUpdate, { patch: { assumedResolutionHours: null }, actor })
  clock.at += 73 * 3_600_000
  await runDueTransitions(chat.chatContext)
  const after = await read()
  expect(after.status).toBe('open')
  expect(after.dueAt).toBeUndefined()
})
