import type { TurnPart } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels, openaiModels } from '@frontdesk/models'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  answerIdOf,
  type ConversationDocument,
  conversations,
  questionIdOf,
  type Turn,
} from './conversation-document.ts'
import {
  endsOf,
  eventually,
  openTestStore,
  startTestChat,
  type TestChat,
  type TestChatOptions,
  textOf,
} from './start-test-chat.ts'

let store: SqliteStore
let endpoint: OpenAiEndpoint
const running: TestChat[] = []

beforeEach(async () => {
  store = openTestStore()
  endpoint = await startOpenAiEndpoint()
})
afterEach(async () => {
  for (const each of running.splice(0)) {
    await each.stop()
    expect(each.live.size).toBe(0)
    expect(each.live.running.size).toBe(0)
  }
  await endpoint.close()
  await store.close()
})

const start = async (options: Partial<TestChatOptions> = {}) => {
  const started = await startTestChat({ store, ...options })
  running.push(started)
  return started
}
const remote = () => openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1', maxRetries: 0 })
const turnIdOf = (parts: TurnPart[]) => (parts[0] as { messageId: string }).messageId
const conversationOf = (parts: TurnPart[]) => (parts[0] as { conversationId: string }).conversationId

const conversationId = `cnv_${'0'.repeat(32)}`
const answerId = answerIdOf(conversationId, 'op')

/** A conversation as a process left it that died while it worked on a turn. */
async function leaveBehind(turn: Partial<Turn>, more: Partial<ConversationDocument> = {}) {
  const at = '2026-01-01T00:00:00.000Z'
  const question = { messageId: questionIdOf(conversationId, 'op'), text: 'How long does delivery take?' }
  const times = { createdAt: at, updatedAt: at, lastMessageAt: at }
  const documents = await sqliteDocuments(store).collection<ConversationDocument>(conversations)
  await documents.insert('acme', conversationId, {
    ...{ status: 'open', handler: 'ai', channel: 'api', assignee: null, tags: [], language: 'en' },
    ...times,
    messageCount: 1,
    turns: [{ id: answerId, question, createdAt: at, attempt: 1, released: '', ...turn }],
    unfinishedSince: at,
    operations: ['op'],
    ...more,
  })
}
const dead = { owner: 'a process that died', until: Date.now() - 1 }

it('a turn that died before anything was released runs again, once, whoever finds it', async () => {
  await leaveBehind({ lease: dead })
  const [here, there] = [await start(), await start()]
  const parts = await here.follow(answerId).ended
  expect(textOf(parts)).toBe('Delivery takes three working days.')
  expect(endsOf(parts)).toMatchObject([{ type: 'done' }])
  expect(await there.follow(answerId).ended).toMatchObject([
    parts[0],
    { type: 'delta', text: textOf(parts) },
    parts.at(-1),
  ])
  expect((await here.messages(conversationId)).filter(({ author }) => author.kind === 'ai')).toHaveLength(1)
})

it('a turn that was never begun is begun', async () => {
  await leaveBehind({ attempt: 0 })
  const chat = await start()
  expect((await chat.follow(answerId).ended).at(-1)).toMatchObject({ type: 'done' })
})

it('a turn that died with words released ends as interrupted and keeps them', async () => {
  await leaveBehind({ lease: dead, released: 'Delivery takes' })
  const chat = await start()
  const parts = await chat.follow(answerId).ended
  expect(textOf(parts)).toBe('Delivery takes')
  expect(endsOf(parts)).toMatchObject([{ type: 'error', code: 'interrupted', offset: 14 }])
  const [message] = await chat.messages(conversationId)
  expect(message).toMatchObject({ content: 'Delivery takes', outcome: 'failed', error: { code: 'interrupted' } })
})

it('a turn that killed every process that began it ends as an error', async () => {
  await leaveBehind({ lease: dead, attempt: 5 })
  const chat = await start()
  expect((await chat.follow(answerId).ended).at(-1)).toMatchObject({ type: 'error', code: 'internal' })
})

it('a lease that runs is respected: nobody else touches the turn', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  await leaveBehind({ lease: { owner: 'a process that lives', until: clock.at + 1_000 } })
  const chat = await start({ clock })
  const reader = chat.follow(answerId)
  // A conversation of its own is answered meanwhile, so the sweep has been there.
  await chat.read('How long does delivery take?').ended
  expect((await chat.conversations.get('acme', conversationId))!.body.turns[0]).toMatchObject({ attempt: 1 })
  reader.leave()
})

it('a stop hands an unbegun answer back at once, and the next process gives it', async () => {
  const first = await start({ models: await remote() })
  endpoint.script({ parts: ['never'], after: { parts: 0, fault: 'stall' } })
  const reader = first.read('How long does delivery take?')
  await eventually(() => expect(endpoint.requests).toHaveLength(1))
  running.splice(0)
  await first.stop()
  await expect(reader.ended).rejects.toMatchObject({ code: 'stream_broken' })
  await eventually(() => expect(endpoint.requests[0]!.state).toBe('aborted'))
  const left = await first.conversations.get('acme', conversationOf(reader.parts))
  expect(left!.body.turns).toMatchObject([{ released: '' }])
  expect(left!.body.turns[0]!.lease).toBeUndefined()

  const second = await start({ models: await remote() })
  const parts = await second.follow(turnIdOf(reader.parts)).ended
  expect(textOf(parts)).toBe('Delivery takes three working days.')
  expect(await second.messages(conversationOf(parts))).toHaveLength(2)
})

it('a stop in the middle of an answer ends it as interrupted, with what was released', async () => {
  const chat = await start({ models: await remote() })
  endpoint.script({ parts: ['One. ', 'Two.'], after: { parts: 1, fault: 'stall' } })
  const reader = chat.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  running.splice(0)
  await chat.stop()
  const next = await start()
  const parts = await next.follow(turnIdOf(reader.parts)).ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'delta', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'interrupted', offset: 5 })
})

it('a reader on another instance sees the whole stream', async () => {
  const here = await start({ models: await remote() })
  const there = await start({ models: localModels() })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  endpoint.script({ parts: ['One. ', 'Two. ', 'Three.'], pause: { parts: 1, until } })
  const reader = here.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  const remoteReader = there.follow(turnIdOf(reader.parts))
  await eventually(() => expect(textOf(remoteReader.parts)).toBe('One. '))
  goOn()
  expect(textOf(await reader.ended)).toBe('One. Two. Three.')
  expect(textOf(await remoteReader.ended)).toBe('One. Two. Three.')
  expect(remoteReader.parts.at(-1)).toEqual(reader.parts.at(-1))
  expect(endpoint.requests).toHaveLength(1)
})

it('a runner that lost its lease changes nothing any more: the answer is the winner’s', async () => {
  const ahead = { by: 0, now: () => Date.now() + ahead.by }
  const here = await start({ models: await remote(), env: { TURN_LEASE_MS: '60000' } })
  const [loser, winner] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  endpoint.script(
    { parts: [''], pause: { parts: 0, until: loser.promise }, after: { parts: 1, fault: 'cut' } },
    { parts: ['Three ', 'days.'], pause: { parts: 1, until: winner.promise } },
  )
  const reader = here.read('How long does delivery take?')
  await eventually(() => expect(endpoint.requests).toHaveLength(1))
  // The other process believes that the lease ran out: a long pause of the first looks the same.
  ahead.by = 120_000
  const there = await start({ models: await remote(), clock: ahead })
  const other = there.follow(turnIdOf(reader.parts))
  await eventually(() => expect(textOf(other.parts)).toBe('Three '))
  loser.resolve()
  await eventually(() => expect(here.live.running.size).toBe(0))
  winner.resolve()
  expect(textOf(await other.ended)).toBe('Three days.')
  expect(textOf(await reader.ended)).toBe('Three days.')
  const messages = await here.messages(conversationOf(other.parts))
  expect(messages.map(({ content }) => content)).toEqual(['Three days.', 'How long does delivery take?'])
})

it('a long answer keeps its lease', async () => {
  const here = await start({ models: await remote(), env: { TURN_LEASE_MS: '1000' } })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  endpoint.script({ parts: ['One. ', 'Two.'], pause: { parts: 1, until } })
  const reader = here.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  const firstUntil = Date.now() + 1_000
  const leaseOf = async () =>
    (await here.conversations.get('acme', conversationOf(reader.parts)))!.body.turns[0]!.lease!
  await eventually(async () => expect((await leaseOf()).until).toBeGreaterThan(firstUntil + 300))
  goOn()
  expect((await reader.ended).at(-1)).toMatchObject({ type: 'done' })
})
