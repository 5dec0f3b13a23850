import { messageList, messageRate, messageReceived, type TurnPart } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { SqliteStore } from '@frontdesk/sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConversationDocument } from './conversation-document.ts'
import { messages } from './message-document.ts'
import { eventually, openTestStore, startTestChat, type TestChat } from './start-test-chat.ts'

let store: SqliteStore
let chat: TestChat

beforeEach(async () => {
  store = openTestStore()
  chat = await startTestChat({ store })
})
afterEach(async () => {
  await chat.stop()
  await store.close()
})

const conversationOf = ([started]: TurnPart[]) => (started as { conversationId: string }).conversationId
const rate = (messageId: string, helpful: boolean) => chat.context.ask(messageRate, { messageId, helpful })

/** Every sequence of a conversation's messages, read in pages of `limit`. */
async function paged(conversationId: string, limit: number): Promise<number[][]> {
  const pages: number[][] = []
  let cursor: string | null = null
  do {
    const page: { items: { sequence: number }[]; nextCursor: string | null } = await chat.context.ask(messageList, {
      conversationId,
      limit,
      ...(cursor && { cursor }),
    })
    pages.push(page.items.map(({ sequence }) => sequence))
    cursor = page.nextCursor
  } while (cursor)
  return pages
}

it('every committed message is listed, newest first and without gap or double, wherever it stands', async () => {
  const projected = await chat.documents.collection(messages)
  let made = 0
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom('projected', 'committed', 'both'), { minLength: 1, maxLength: 12 }),
    fc.integer({ min: 1, max: 5 }),
    async (places, limit) => {
      const conversationId = `cnv_${made++}`
      const at = '2026-01-01T00:00:00.000Z'
      const all = places.map((place, i) => ({
        place,
        message: {
          ...{ id: `msg_${conversationId}_${i}`, conversationId, sequence: i + 1, createdAt: at },
          ...{ author: { kind: 'customer' as const }, kind: 'message' as const, content: 'x' },
        },
      }))
      const conversation = { id: conversationId, channel: 'api', status: 'open' }
      // As between a commit and its projection; far in the future, so that no sweep takes it out of the outbox.
      const time = '2099-01-01T00:00:00.000Z'
      await chat.conversations.insert(
        'acme',
        conversationId,
        {
          ...{ status: 'open', handler: 'ai', channel: 'api', assignee: null, tags: [], language: 'en' },
          ...{
            createdAt: at,
            updatedAt: at,
            lastMessageAt: at,
            messageCount: places.length,
            turns: [],
            operations: [],
          },
        } as ConversationDocument,
        all
          .filter(({ place }) => place !== 'projected')
          .map(({ message }) => ({
            id: `evt_${message.id}`,
            subject: messageReceived.subject,
            headers: { time },
            body: { conversation, message },
          })),
      )
      const known = all.filter(({ place }) => place !== 'committed').map(({ message }) => message)
      await projected.putMany(
        'acme',
        known.map((message) => ({ id: message.id, body: message })),
      )
      const pages = await paged(conversationId, limit)
      expect(pages.flat()).toEqual(places.map((_, i) => places.length - i))
      expect(pages.every((page) => page.length <= limit)).toBe(true)
      expect(pages).toHaveLength(Math.ceil(places.length / limit))
    },
  )
  await fc.assert(property, { numRuns: 40 })
})

it('a message is listed at once after it was accepted, and its answer after the end was read', async () => {
  const reader = chat.read('How long does delivery take?')
  await eventually(() => expect(reader.parts).not.toEqual([]))
  expect((await chat.messages(conversationOf(reader.parts))).at(-1)).toMatchObject({ sequence: 1 })
  const parts = await reader.ended
  expect((await chat.messages(conversationOf(parts))).map(({ sequence }) => sequence)).toEqual([2, 1])
  const projected = await chat.documents.collection(messages)
  await eventually(async () => expect(await projected.count('acme')).toBe(2))
  const settled = async () => ((await chat.conversations.get('acme', conversationOf(parts))) as Stored<object>).outbox
  await eventually(async () => expect(await settled()).toEqual([]))
  expect((await chat.messages(conversationOf(parts))).map(({ sequence }) => sequence)).toEqual([2, 1])
})

it('a cursor that is not one of the list is refused, and so is a conversation that is not there', async () => {
  const conversationId = conversationOf(await chat.read('How long does delivery take?').ended)
  const ask = (body: object) => chat.context.ask(messageList, { conversationId, ...body })
  await expect(ask({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'cursor' }] })
  await expect(ask({ conversationId: 'cnv_none' })).rejects.toMatchObject({ code: 'not_found' })
})

it('a helpful answer resolves its conversation once; a new message opens it again', async () => {
  const parts = await chat.read('How long does delivery take?').ended
  const conversationId = conversationOf(parts)
  const { messageId } = parts.at(-1) as { messageId: string }
  const state = async () => (await chat.conversations.get('acme', conversationId))!.body
  await rate(messageId, false)
  expect(await state()).toMatchObject({ status: 'open' })
  await Promise.all([rate(messageId, true), rate(messageId, true)])
  expect(await rate(messageId, true)).toEqual({ messageId, conversationId, helpful: true })
  expect(await state()).toMatchObject({ status: 'resolved', resolved: { by: 'ai', how: 'confirmed' } })
  await chat.read('And how long do returns take?', { conversationId }).ended
  expect(await state()).toMatchObject({ status: 'open', turns: [] })
  expect(await state()).not.toHaveProperty('resolved')
  await eventually(() => expect(chat.events.at(-1)?.subject).toBe('message.sent'))
  expect(chat.events.filter(({ subject }) => subject === 'conversation.resolved')).toMatchObject([
    { body: { how: 'confirmed', conversation: { id: conversationId } } },
  ])
})

it('only an answer of the AI can be rated', async () => {
  const parts = await chat.read('How long does delivery take?').ended
  const [, question] = await chat.messages(conversationOf(parts))
  for (const messageId of [question!.id, 'msg_none', `msg_${'0'.repeat(32)}_0a`]) {
    await expect(rate(messageId, true)).rejects.toMatchObject({ code: 'not_found' })
  }
})
