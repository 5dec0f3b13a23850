import { chat as chatContracts } from '@frontdesk/contracts'
import { beforeEach, expect, it } from 'vitest'
import type { TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import type { ChatContext } from '../context.ts'
import { removeWords } from '../retention/erase-copies.ts'
import { markRead } from './read-markers.ts'

const agent = { id: 'agt_anna', name: 'Anna' }
const actor = { kind: 'agent', ...agent } as const
let now: number
const chats = useChats()
let chat: TestChat
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  chat = await chats.start({ clock: { now: () => now } })
})

const at = () => new Date(now).toISOString()
async function talk(message = 'How long does delivery take?', conversationId?: string) {
  const parts = await chat.read(message, conversationId ? { conversationId } : {}).ended
  return parts[0] as { conversationId: string; messageId: string }
}
const read = (conversationId: string, agentId?: string) =>
  chat.context.ask(chatContracts.queries.conversationRead, { conversationId, ...(agentId && { agentId }) })
let operations = 0
const write = (conversationId: string, kind: 'reply' | 'note', content: string) =>
  chat.context.ask(chatContracts.queries.messageWrite, {
    ...{ operationId: `inbox-${operations++}`, conversationId, kind, content, agent },
  })

it('a conversation shows its newest message or note on one shortened line; events do not contain it', async () => {
  const { conversationId, messageId } = await talk()
  expect((await read(conversationId)).preview).toMatchObject({
    messageId,
    author: { kind: 'ai' },
    kind: 'message',
    at: at(),
  })
  const long = `First line.\n\n${'x'.repeat(140)} 😀😀😀😀😀😀😀😀`
  const note = await write(conversationId, 'note', long)
  const { preview } = await read(conversationId)
  expect(preview).toEqual({
    ...{ messageId: note.id, author: actor, at: at(), kind: 'note' },
    text: `First line. ${'x'.repeat(140)} 😀😀😀`,
  })
  const told = chat.events.filter(({ body }) => body.conversation).map(({ body }) => body.conversation)
  expect(told.length).toBeGreaterThan(1)
  for (const conversation of told) {
    for (const field of ['preview', 'waitingSince', 'firstResponseAt', 'customerSequence'])
      expect(conversation).not.toHaveProperty(field)
  }
})

it('a preview is made of the beginning of a message alone, however long and complex the rest is', async () => {
  const { conversationId } = await talk()
  // As a whole it has more signs than are read as Markdown.
  const content = `A **bold** word\n\n${'[x](y)\n'.repeat(1_100)}`
  await chat.context.ask(chatContracts.queries.messageWrite, {
    ...{ operationId: 'long', conversationId, kind: 'reply', content, format: 'markdown', agent },
  })
  expect((await read(conversationId)).preview?.text).toMatch(/^A bold word x/)
})

it('a customer waits from the first unanswered message until somebody answers or the conversation ends', async () => {
  const asked = at()
  const { conversationId } = await talk()
  now += 1_000
  const answered = await read(conversationId)
  expect([answered.waitingSince, answered.firstResponseAt]).toEqual([undefined, asked])

  await chat.context.ask(chatContracts.queries.conversationHandOver, { operationId: 'over', conversationId, actor })
  expect((await read(conversationId)).waitingSince).toBeUndefined()
  const since = at()
  await talk('And to Norway?', conversationId)
  now += 1_000
  await talk('Hello?', conversationId)
  await write(conversationId, 'note', 'I am looking into it.')
  expect((await read(conversationId)).waitingSince).toBe(since)
  expect((await read(conversationId)).preview?.text).toBe('I am looking into it.')
  now += 1_000
  await write(conversationId, 'reply', 'Five days.')
  const replied = await read(conversationId)
  expect([replied.waitingSince, replied.firstResponseAt]).toEqual([undefined, asked])

  await talk('Thanks, and to Iceland?', conversationId)
  expect((await read(conversationId)).waitingSince).toBe(at())
  await chat.context.ask(chatContracts.queries.conversationUpdate, {
    conversationId,
    patch: { status: 'closed' },
    actor,
  })
  expect((await read(conversationId)).waitingSince).toBeUndefined()
})

it('a question that was handed over still counts as waiting', async () => {
  await chats.stop()
  chat = await chats.start({ clock: { now: () => now }, env: { ESCALATION_THRESHOLD: '1' } })
  const { conversationId } = await talk('Do you sell bananas?')
  expect(await read(conversationId)).toMatchObject({ status: 'escalated', waitingSince: at() })
  expect((await read(conversationId)).firstResponseAt).toBeUndefined()
})

it('a conversation stays read until the customer writes, for each agent separately, and a read marker never moves back', async () => {
  const { conversationId } = await talk()
  const isUnread = async (agentId: string) => (await read(conversationId, agentId)).unread
  const mark = (sequence: number) =>
    chat.context.ask(chatContracts.queries.conversationMarkRead, { conversationId, agentId: 'agt_anna', sequence })
  expect([await isUnread('agt_anna'), await isUnread('agt_bo')]).toEqual([true, true])
  await mark(2)
  await mark(0)
  expect([await isUnread('agt_anna'), await isUnread('agt_bo')]).toEqual([false, true])
  // An answer is nothing that the customer said; a sequence that is to come counts as the newest.
  await write(conversationId, 'note', 'A note')
  expect(await isUnread('agt_anna')).toBe(false)
  await mark(1_000)
  await talk('And to Norway?', conversationId)
  expect(await isUnread('agt_anna')).toBe(true)
  await expect(
    chat.context.ask(chatContracts.queries.conversationMarkRead, {
      ...{ conversationId: 'cnv_0', agentId: 'agt_anna', sequence: 1 },
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('a change is answered with what lists show of the messages', async () => {
  const { conversationId } = await talk()
  const changed = await chat.context.ask(chatContracts.queries.conversationUpdate, {
    ...{ conversationId, patch: { tags: ['vip'] }, actor },
  })
  expect(changed.preview).toBeDefined()
  expect(changed).toEqual(await read(conversationId))
})

it('what people say in a conversation of an earlier release makes it unread for nobody, and is not its first answer', async () => {
  const { conversationId } = await talk()
  const { collections, tenant } = chat.chatContext
  const { body } = (await collections.conversations.get(tenant, conversationId))!
  const { preview, waitingSince, firstResponseAt, customerSequence, ...earlier } = body
  expect([firstResponseAt, customerSequence]).toEqual([at(), 1])
  await collections.conversations.put(tenant, conversationId, earlier)
  const mark = (sequence: number) =>
    chat.context.ask(chatContracts.queries.conversationMarkRead, { conversationId, agentId: agent.id, sequence })
  await mark(2)
  for (const kind of ['note', 'reply'] as const) {
    now += 1_000
    await write(conversationId, kind, 'Three days.')
    const after = await read(conversationId, agent.id)
    expect([after.unread, after.firstResponseAt]).toEqual([false, undefined])
    expect(after).not.toHaveProperty('isFirstResponseUnknown')
  }
  await talk('And to Norway?', conversationId)
  await write(conversationId, 'reply', 'Five days.')
  expect(await read(conversationId, agent.id)).toMatchObject({ unread: true })
  expect((await read(conversationId)).firstResponseAt).toBeUndefined()
})

it('nothing stays of who read a conversation that is erased at that moment', async () => {
  const { conversationId } = await talk()
  const { chatContext } = chat
  const { collections, tenant } = chatContext
  // Another process erases it between the look at the conversation and the write of the marker.
  const commit = (async (...args: Parameters<ChatContext['commit']>) => {
    await collections.conversations.remove(tenant, conversationId)
    await removeWords(conversationId, chatContext)
    return chatContext.commit(...args)
  }) as ChatContext['commit']
  const reading = markRead({ conversationId, agentId: agent.id, sequence: 1 }, { ...chatContext, commit })
  await expect(reading).rejects.toMatchObject({ code: 'not_found' })
  expect(await collections.readMarkers.count(tenant)).toBe(0)
})
