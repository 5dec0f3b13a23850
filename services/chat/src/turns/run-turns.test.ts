import type { TurnPart } from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels } from '@frontdesk/models'
import { expect, it } from 'vitest'
import { endsOf, eventually, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import {
  answerIdOf,
  type ConversationDocument,
  conversations,
  questionIdOf,
  type Turn,
} from '../conversations/conversation-document.ts'

const chats = useChats({ endpoint: {} })
const { start } = chats
const remote = () => chats.models()
const turnIdOf = (parts: TurnPart[]) => (parts[0] as { messageId: string }).messageId
const conversationOf = (parts: TurnPart[]) => (parts[0] as { conversationId: string }).conversationId

const conversationId = `cnv_${'0'.repeat(32)}`
const answerId = answerIdOf(conversationId, 'op')

/** A conversation as a process left it that died while it worked on a turn. */
async function leaveBehind(turn: Partial<Turn>, more: Partial<ConversationDocument> = {}) {
  const at = '2026-01-01T00:00:00.000Z'
  const question = { messageId: questionIdOf(conversationId, 'op'), text: 'How long does delivery take?' }
  const times = { createdAt: at, updatedAt: at, lastMessageAt: at }
  const documents = await sqliteDocuments(chats.store).collection<ConversationDocument>(conversations)
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

it('a turn that crashed before any release runs again, once, in whichever process finds it', async () => {
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

it('a turn that never started is started', async () => {
  await leaveBehind({ attempt: 0 })
  const chat = await start()
  expect((await chat.follow(answerId).ended).at(-1)).toMatchObject({ type: 'done' })
})

it('a turn that crashed after a release ends as interrupted and keeps the released text', async () => {
  await leaveBehind({ lease: dead, released: 'Delivery takes' })
  const chat = await start()
  const parts = await chat.follow(answerId).ended
  expect(textOf(parts)).toBe('Delivery takes')
  expect(endsOf(parts)).toMatchObject([{ type: 'error', code: 'interrupted', offset: 14 }])
  const [message] = await chat.messages(conversationId)
  expect(message).toMatchObject({ content: 'Delivery takes', outcome: 'failed', error: { code: 'interrupted' } })
})

it('a turn that crashed every process that ran it ends as an error', async () => {
  await leaveBehind({ lease: dead, attempt: 5 })
  const chat = await start()
  expect((await chat.follow(answerId).ended).at(-1)).toMatchObject({ type: 'error', code: 'internal' })
})

it('a live lease is respected: no other process runs the turn', async () => {
  const clock = { at: Date.now(), now: () => clock.at }
  await leaveBehind({ lease: { owner: 'a process that lives', until: clock.at + 1_000 } })
  const chat = await start({ clock })
  const reader = chat.follow(answerId)
  // A conversation of its own is answered meanwhile, so the sweep has been there.
  await chat.read('How long does delivery take?').ended
  expect((await chat.conversations.get('acme', conversationId))!.body.turns[0]).toMatchObject({ attempt: 1 })
  reader.leave()
})

it('a stop releases an answer that has not started, and the next process writes it', async () => {
  const first = await start({ models: await remote() })
  chats.endpoint.script({ parts: ['never'], after: { parts: 0, fault: 'stall' } })
  const reader = first.read('How long does delivery take?')
  await eventually(() => expect(chats.endpoint.requests).toHaveLength(1))
  await chats.stop()
  await expect(reader.ended).rejects.toMatchObject({ code: 'stream_broken' })
  await eventually(() => expect(chats.endpoint.requests[0]!.state).toBe('aborted'))
  const left = await first.conversations.get('acme', conversationOf(reader.parts))
  expect(left!.body.turns).toMatchObject([{ released: '' }])
  expect(left!.body.turns[0]!.lease).toBeUndefined()

  const second = await start({ models: await remote() })
  const parts = await second.follow(turnIdOf(reader.parts)).ended
  expect(textOf(parts)).toBe('Delivery takes three working days.')
  expect(await second.messages(conversationOf(parts))).toHaveLength(2)
})

it('an answer that is partly sent is finished when the process stops', async () => {
  const chat = await start({ models: await remote() })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['One. ', 'Two. ', 'Three.'], pause: { parts: 1, until } })
  const reader = chat.read('Count!')
  reader.ended.catch(() => {})
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  const stopped = chats.stop()
  await expect(reader.ended).rejects.toMatchObject({ code: 'stream_broken' })
  goOn()
  await stopped
  const next = await start()
  const parts = await next.follow(turnIdOf(reader.parts)).ended
  expect(textOf(parts)).toBe('One. Two. Three.')
  expect(endsOf(parts)).toMatchObject([{ type: 'done' }])
  expect(chats.endpoint.requests).toHaveLength(1)
})

it('an answer that is not finished within the grace period of a stop ends as interrupted, with what was released', async () => {
  const chat = await start({ models: await remote(), env: { ANSWER_GRACE_MS: '50' } })
  chats.endpoint.script({ parts: ['One. ', 'Two.'], after: { parts: 1, fault: 'stall' } })
  const reader = chat.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  await chats.stop()
  const next = await start()
  const parts = await next.follow(turnIdOf(reader.parts)).ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'delta', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'interrupted', offset: 5 })
})

it('a reader on another instance sees the whole stream', async () => {
  const here = await start({ models: await remote() })
  const there = await start({ models: localModels() })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['One. ', 'Two. ', 'Three.'], pause: { parts: 1, until } })
  const reader = here.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  const remoteReader = there.follow(turnIdOf(reader.parts))
  await eventually(() => expect(textOf(remoteReader.parts)).toBe('One. '))
  goOn()
  expect(textOf(await reader.ended)).toBe('One. Two. Three.')
  expect(textOf(await remoteReader.ended)).toBe('One. Two. Three.')
  expect(remoteReader.parts.at(-1)).toEqual(reader.parts.at(-1))
  expect(chats.endpoint.requests).toHaveLength(1)
})

it('a process that lost its lease changes nothing more: the answer is that of the new owner', async () => {
  const ahead = { by: 0, now: () => Date.now() + ahead.by }
  const here = await start({ models: await remote(), env: { TURN_LEASE_MS: '60000' } })
  const [loser, winner] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  chats.endpoint.script(
    { parts: [''], pause: { parts: 0, until: loser.promise }, after: { parts: 1, fault: 'cut' } },
    { parts: ['Three ', 'days.'], pause: { parts: 1, until: winner.promise } },
  )
  const reader = here.read('How long does delivery take?')
  await eventually(() => expect(chats.endpoint.requests).toHaveLength(1))
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
  chats.endpoint.script({ parts: ['One. ', 'Two.'], pause: { parts: 1, until } })
  const reader = here.read('Count!')
  await eventually(() => expect(textOf(reader.parts)).toBe('One. '))
  const firstUntil = Date.now() + 1_000
  const leaseOf = async () =>
    (await here.conversations.get('acme', conversationOf(reader.parts)))!.body.turns[0]!.lease!
  await eventually(async () => expect((await leaseOf()).until).toBeGreaterThan(firstUntil + 300))
  goOn()
  expect((await reader.ended).at(-1)).toMatchObject({ type: 'done' })
})

it('who waits for an answer is told at once when nothing can be stored any more', async () => {
  const chat = await start({ models: await remote() })
  const { promise, resolve } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['Delivery takes ', 'three working days.'], pause: { parts: 0, until: promise } })
  const reading = chat.read('How long does delivery take?')
  await eventually(async () => expect(chats.endpoint.requests.length).toBeGreaterThan(0))
  chats.store.database.exec('PRAGMA query_only = ON')
  try {
    resolve()
    const last = (await reading.ended).at(-1)
    expect(last).toMatchObject({ type: 'error', code: 'unavailable', message: expect.stringContaining('read-only') })
  } finally {
    chats.store.database.exec('PRAGMA query_only = OFF')
  }
})
