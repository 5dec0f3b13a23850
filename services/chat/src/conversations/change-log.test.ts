import { type Change, chat as chatContracts } from '@frontdesk/contracts'
import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { eraseCopies } from '../retention/erase-copies.ts'
import { followChanges } from './change-log.ts'
import { linkContact, relinkContact } from './link-contact.ts'

const chats = useChats()
let chat: TestChat
beforeEach(async () => {
  chat = await chats.start()
})

async function talk(): Promise<string> {
  const parts = await chat.read('How long does delivery take?').ended
  const { conversationId } = parts[0] as { conversationId: string }
  await settled(conversationId)
  return conversationId
}
const settled = (id: string) =>
  eventually(async () => expect((await chat.conversations.get('acme', id))?.outbox ?? []).toEqual([]))

/** What has been told so far, of the types named: after these many there is no more. */
async function told(count: number, ...types: string[]): Promise<Change[]> {
  const read = async () => {
    const { collections } = chat.chatContext
    const { items } = await collections.changeLog.find('acme', { sort: { field: 'number', direction: 'asc' } })
    const found: Change[] = []
    for await (const change of followChanges({ after: 0 }, chat.chatContext)) {
      if (!('number' in change)) continue
      if (change.type !== 'ready' && types.includes(change.type)) found.push(change)
      if (change.number === (items.at(-1)?.body.number ?? 0)) break
    }
    return found
  }
  await eventually(async () => expect(await read()).toHaveLength(count))
  return read()
}

it('events report when the contact of a conversation is linked, merged into another and removed', async () => {
  const id = await talk()
  await linkContact(id, 'con_1', chat.chatContext)
  expect(await told(1, 'conversation.changed')).toMatchObject([{ conversation: { id, contactId: 'con_1' } }])
  // Told once, however often it is linked.
  await linkContact(id, 'con_1', chat.chatContext)
  expect(await relinkContact('con_1', 'con_2', chat.chatContext)).toBe(1)
  await settled(id)
  expect((await told(2, 'conversation.changed')).at(-1)).toMatchObject({ conversation: { id, contactId: 'con_2' } })
  await relinkContact('con_2', null, chat.chatContext)
  await settled(id)
  const { conversation } = (await told(3, 'conversation.changed')).at(-1)!
  expect(conversation).toMatchObject({ id })
  expect(conversation).not.toHaveProperty('contactId')
  const { items } = await chat.context.ask(chatContracts.queries.activityList, { conversationId: id, limit: 10 })
  expect(items).toMatchObject([
    { action: 'contact', actor: { kind: 'system' }, from: 'con_2', to: null },
    { action: 'contact', actor: { kind: 'system' }, from: 'con_1', to: 'con_2' },
  ])
})

it('an erased conversation is reported once, by its id only, and so are its later events', async () => {
  const [gone, stays] = [await talk(), await talk()]
  const subject = { kind: 'conversations' as const, conversationIds: [gone] }
  await eraseCopies({ subject }, chat.chatContext)
  await eraseCopies({ subject }, chat.chatContext)
  const [erased] = await told(1, 'conversation.erased')
  expect(erased).toEqual({
    number: erased!.number,
    type: 'conversation.erased',
    at: erased!.at,
    conversationId: gone,
  })
  const created = await told(2, 'conversation.created')
  expect(created).toMatchObject([{ conversationId: gone }, { conversation: { id: stays } }])
  expect(created[0]).not.toHaveProperty('conversation')
})

it('an erasure that crashed between removing a conversation and its messages removes the messages when it is repeated', async () => {
  const id = await talk()
  const { collections } = chat.chatContext
  await collections.conversations.remove('acme', id)
  expect(await collections.messages.count('acme', { conversationId: id })).toBe(2)
  const { removed } = await eraseCopies({ subject: { kind: 'conversations', conversationIds: [id] } }, chat.chatContext)
  expect(removed).toContainEqual({ what: 'messages', count: 2 })
  for (const kept of [collections.messages, collections.activityLog, collections.messageWords]) {
    expect(await (kept as typeof collections.messages).count('acme', { conversationId: id })).toBe(0)
  }
  expect(await told(1, 'conversation.erased')).toMatchObject([{ conversationId: id }])
})
