import { setTimeout as sleep } from 'node:timers/promises'
import { chat as chatContracts, type TurnPart } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually, type Reader, type TestChatOptions, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { answerIdOf } from '../conversations/conversation-document.ts'

const abandonAfterMs = 500

const chats = useChats({ endpoint: {} })
let goOn: () => void

beforeEach(() => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  goOn = resolve
  chats.endpoint.script({ parts: ['One. ', 'Two.'], pause: { parts: 1, until } })
})
afterEach(() => goOn())

async function start(options: Partial<TestChatOptions> = {}) {
  const models = await chats.models()
  const env = { ABANDON_AFTER_MS: String(abandonAfterMs) }
  return chats.start({ models, env, ...options })
}

const turnIdOf = ([started]: TurnPart[]) => (started as { messageId: string }).messageId
/** Resolves when the answer is half written and the model waits. */
const halfWritten = (reader: Reader) => eventually(() => expect(textOf(reader.parts)).toBe('One. '))
const isAsked = () => expect(chats.endpoint.requests[0]?.state).toBe('open')
/** Longer than a turn lives without readers; for tests that show that something does not happen. */
const longEnough = () => sleep(2.5 * abandonAfterMs)

it('a turn that is started without a reader reports only its start, and is answered anyway', async () => {
  const chat = await start()
  const parts = await chat.read('Count!', { unread: true }).ended
  expect(parts).toMatchObject([{ type: 'start', offset: 0 }])
  await eventually(isAsked)
  await longEnough()
  isAsked()
  goOn()
  const all = await chat.follow(turnIdOf(parts)).ended
  expect([textOf(all), all.at(-1)?.type]).toEqual(['One. Two.', 'done'])
})

it('a visitor who may not read a turn does not count as its reader', async () => {
  const chat = await start()
  const parts = await chat.read('Count!', { unread: true }).ended
  await eventually(isAsked)
  const asked = { messageId: turnIdOf(parts), offset: 0, visitorId: 'vis_of_another' }
  const followed = Array.fromAsync(chat.context.open(chatContracts.streams.turnFollow, asked))
  await expect(followed).rejects.toMatchObject({ code: 'not_found' })
  await longEnough()
  isAsked()
})

it('when the reader leaves, the model call is stopped and the turn ends with the released text', async () => {
  const chat = await start()
  const reader = chat.read('Count!')
  await halfWritten(reader)
  await sleep(abandonAfterMs / 2)
  const leftAt = performance.now()
  reader.leave()
  await eventually(() => expect(chats.endpoint.requests[0]!.state).toBe('aborted'))
  expect(performance.now() - leftAt).toBeGreaterThan(abandonAfterMs * 0.9)
  const parts = await chat.follow(turnIdOf(reader.parts)).ended
  expect(textOf(parts)).toBe('One. ')
  expect(parts.at(-1)).toMatchObject({ type: 'error', code: 'interrupted', offset: 5 })
})

it('a reader who comes back in time keeps the turn going', async () => {
  const chat = await start()
  const reader = chat.read('Count!')
  await halfWritten(reader)
  reader.leave()
  await expect(reader.ended).rejects.toThrow()
  const back = chat.follow(turnIdOf(reader.parts), 5)
  await longEnough()
  isAsked()
  goOn()
  expect(textOf(await back.ended)).toBe('Two.')
  expect(back.parts.at(-1)).toMatchObject({ type: 'done' })
})

it('one of two readers is enough', async () => {
  const chat = await start()
  const reader = chat.read('Count!')
  await halfWritten(reader)
  const other = chat.follow(turnIdOf(reader.parts))
  await halfWritten(other)
  reader.leave()
  await longEnough()
  isAsked()
  goOn()
  expect(textOf(await other.ended)).toBe('One. Two.')
})

it('a reader on another instance keeps the turn going; when that one leaves too it is stopped', async () => {
  const here = await start()
  const there = await start()
  const reader = here.read('Count!')
  await halfWritten(reader)
  const other = there.follow(turnIdOf(reader.parts))
  await halfWritten(other)
  reader.leave()
  await longEnough()
  isAsked()
  other.leave()
  await eventually(() => expect(chats.endpoint.requests[0]!.state).toBe('aborted'))
  expect((await here.follow(turnIdOf(reader.parts)).ended).at(-1)).toMatchObject({ code: 'interrupted' })
})

it('a turn that never had a reader runs to its end', async () => {
  const chat = await start()
  const id = `cnv_${'0'.repeat(32)}`
  const at = '2026-01-01T00:00:00.000Z'
  const answerId = answerIdOf(id, 'op')
  await chat.conversations.insert('acme', id, {
    ...{ status: 'open', handler: 'ai', channel: 'email', assignee: null, tags: [], language: 'en' },
    ...{ createdAt: at, updatedAt: at, lastMessageAt: at, unfinishedSince: at, messageCount: 1, operations: [] },
    turns: [
      { id: answerId, question: { messageId: 'msg_1', text: 'Count!' }, createdAt: at, attempt: 0, released: '' },
    ],
  })
  // The sweep of an instance that starts now finds it.
  await start()
  await eventually(() => expect(chats.endpoint.requests).toHaveLength(1))
  await longEnough()
  isAsked()
  goOn()
  expect(textOf(await chat.follow(answerId).ended)).toBe('One. Two.')
})

it('a question whose reader left while it waited is not answered in full', async () => {
  const chat = await start()
  const first = chat.read('Count!')
  await halfWritten(first)
  const conversationId = (first.parts[0] as { conversationId: string }).conversationId
  const second = chat.read('How long does delivery take?', { conversationId })
  await eventually(() => expect(second.parts).toHaveLength(1))
  second.leave()
  await expect(second.ended).rejects.toThrow()
  chats.endpoint.script({ parts: ['Three ', 'days.'], after: { parts: 1, fault: 'stall' } })
  goOn()
  await first.ended
  await eventually(() => expect(chats.endpoint.requests[1]?.state).toBe('aborted'))
  expect((await chat.follow(turnIdOf(second.parts)).ended).at(-1)).toMatchObject({ code: 'interrupted' })
})

it('a hand-over that was decided after the reader left still happens', async () => {
  const { promise: searched, resolve: found } = Promise.withResolvers<void>()
  const chat = await start({
    async find() {
      await searched
      return []
    },
  })
  const reader = chat.read('Why is the sky blue?')
  await eventually(() => expect(reader.parts).toHaveLength(1))
  reader.leave()
  await longEnough()
  found()
  expect((await chat.follow(turnIdOf(reader.parts)).ended).at(-1)).toMatchObject({ type: 'escalated' })
})
