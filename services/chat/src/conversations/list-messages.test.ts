import { chat as chatContracts, type TurnPart } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import type { ConversationDocument } from './conversation-document.ts'
import { messages } from './message-document.ts'

const chats = useChats()
let chat: TestChat

beforeEach(async () => {
  chat = await chats.start()
})

const conversationOf = ([started]: TurnPart[]) => (started as { conversationId: string }).conversationId
const rate = (messageId: string, helpful: boolean) =>
  chat.context.ask(chatContracts.queries.messageRate, { messageId, helpful })

/** Every sequence of a conversation's messages, read in pages of `limit`. */
async function paged(conversationId: string, limit: number): Promise<number[][]> {
  const pages: number[][] = []
  let cursor: string | null = null
  do {
    const page: { items: { sequence: number }[]; nextCursor: string | null } = await chat.context.ask(
      chatContracts.queries.messageList,
      {
        conversationId,
        limit,
        ...(cursor && { cursor }),
      },
    )
    pages.push(page.items.map(({ sequence }) => sequence))
    cursor = page.nextCursor
  } while (cursor)
  return pages
}

it('every committed message is listed, newest first, without gaps or duplicates, wherever it is stored', async () => {
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
            subject: chatContracts.events.messageReceived.subject,
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
  await fc.assert(property, { numRuns: runs(40) })
})

it('a message is listed as soon as it is accepted, and its answer as soon as the end of the stream was read', async () => {
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

it('one message is read as it is listed, in its own conversation alone', async () => {
  const conversationId = conversationOf(await chat.read('How long does delivery take?').ended)
  const other = conversationOf(await chat.read('How long does delivery take?').ended)
  const [answer] = await chat.messages(conversationId)
  const read = (asked: { conversationId: string; messageId: string }) =>
    chat.context.ask(chatContracts.queries.messageRead, asked)
  expect(await read({ conversationId, messageId: answer!.id })).toEqual(answer)
  const projected = await chat.documents.collection(messages)
  await eventually(async () => expect(await projected.count('acme')).toBe(4))
  for (const wrong of [{ conversationId: other }, { conversationId: 'cnv_none' }, { messageId: 'msg_none' }]) {
    const asked = { conversationId, messageId: answer!.id, ...wrong }
    await expect(read(asked), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'not_found' })
  }
})

it('a foreign cursor is rejected, and an unknown conversation is not found', async () => {
  const conversationId = conversationOf(await chat.read('How long does delivery take?').ended)
  const ask = (body: object) => chat.context.ask(chatContracts.queries.messageList, { conversationId, ...body })
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

it('a window before, after or around a message lists the existing messages, and its cursor leads to older ones', async () => {
  const ended = await chat.read('How long does delivery take?').ended
  const conversationId = conversationOf(ended)
  for (let i = 0; i < 4; i++) await chat.read('And to Norway?', { conversationId }).ended
  const { queries } = chatContracts
  const ask = async (more: object) => {
    const { items, nextCursor } = await chat.context.ask(queries.messageList, { conversationId, limit: 3, ...more })
    return [items.map(({ sequence }) => sequence), nextCursor]
  }
  const { messageCount } = await chat.context.ask(queries.conversationRead, { conversationId })
  expect(messageCount).toBe(10)
  expect(await ask({})).toEqual([[10, 9, 8], '8'])
  expect(await ask({ before: 5 })).toEqual([[4, 3, 2], '2'])
  expect(await ask({ before: 3 })).toEqual([[2, 1], null])
  expect(await ask({ after: 5 })).toEqual([[8, 7, 6], '6'])
  expect(await ask({ after: 8 })).toEqual([[10, 9], '9'])
  expect(await ask({ after: 0 })).toEqual([[3, 2, 1], null])
  expect(await ask({ after: 10 })).toEqual([[], null])
  expect(await ask({ around: 5 })).toEqual([[6, 5, 4], '4'])
  expect(await ask({ around: 1 })).toEqual([[2, 1], null])
  expect(await ask({ around: 5, limit: 4 })).toEqual([[6, 5, 4, 3], '3'])
  await expect(ask({ after: 1, before: 3 })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(ask({ after: 1, cursor: '3' })).rejects.toMatchObject({ code: 'invalid_request' })
})
