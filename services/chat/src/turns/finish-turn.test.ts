import type { TurnPart } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { chunkOf, delivery, eventually, type TestChat, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats({ endpoint: {} })
const { start } = chats
const remote = () => chats.models()
const conversationOf = ([started]: TurnPart[]) => (started as { conversationId: string }).conversationId
const subjectsOf = (chat: TestChat) => chat.events.map(({ subject }) => subject)

it('a question without an answer is handed over once, with its summary and the sources that were tried', async () => {
  const unsure = { env: { ESCALATION_THRESHOLD: '1' } }
  const chat = await start({ ...unsure, find: () => [chunkOf(delivery), chunkOf(delivery, { sourceId: 'src_2' })] })
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  const parts = await chat.read('Why is the sky blue for bo@example.se?').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'escalated'])
  const conversationId = conversationOf(parts)
  const { body } = (await chat.conversations.get('acme', conversationId))!
  expect(body).toMatchObject({
    status: 'escalated',
    handler: 'queue',
    turns: [],
    escalation: { reason: 'low_confidence', sourcesTried: ['src_delivery', 'src_2'] },
  })
  expect(body.escalation!.summary).toBe('Customer: Why is the sky blue for b*@e*********?')
  const [answer] = await chat.messages(conversationId)
  expect(answer).toMatchObject({ outcome: 'escalated', reason: 'low_confidence', sequence: 2 })
  expect(parts.at(-1)).toMatchObject({ message: answer!.content, score: answer!.confidence, conversationId })
  const expected = ['conversation.created', 'message.received', 'message.sent', 'conversation.escalated']
  await eventually(() => expect(subjectsOf(chat)).toEqual(expected))
  expect(chat.events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(chat.events[3]!.body).toMatchObject({
    conversation: { id: conversationId, status: 'escalated' },
    summary: body.escalation!.summary,
    score: answer!.confidence,
  })
})

it('finding nothing at all also hands over', async () => {
  const chat = await start({ find: () => [] })
  expect((await chat.read('Why is the sky blue?').ended).at(-1)).toMatchObject({ type: 'escalated', score: 0 })
})

it('once people are involved messages are stored and passed on, and the AI says nothing more', async () => {
  const found: string[] = []
  const chat = await start({
    find(question) {
      found.push(question)
      return []
    },
  })
  const conversationId = conversationOf(await chat.read('Why is the sky blue?').ended)
  const parts = await chat.read('Hello? Varför är himlen blå?', { conversationId, operationId: 'later' }).ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'escalated'])
  expect(parts[0]).toMatchObject({ conversationId, messageId: expect.stringMatching(/^msg_/) })
  expect(parts.at(-1)).toMatchObject({ reason: 'waiting', conversationId })
  expect(await chat.read('Hello? Varför är himlen blå?', { conversationId, operationId: 'later' }).ended).toEqual(parts)
  const [newest] = await chat.messages(conversationId)
  expect(newest).toMatchObject({ author: { kind: 'customer' }, outcome: 'waiting', sequence: 3 })
  // The id names a message that there is, and reads the stream again.
  expect(parts[0]).toMatchObject({ messageId: newest!.id })
  expect(await chat.follow(newest!.id).ended).toEqual(parts)
  expect(found).toHaveLength(1)
})

it('questions that wait behind one that is handed over are passed on with it', async () => {
  const { promise: searched, resolve: goOn } = Promise.withResolvers<void>()
  const found: string[] = []
  const chat = await start({
    async find(question) {
      found.push(question)
      await searched
      return []
    },
  })
  const first = chat.read('question 1')
  await eventually(() => expect(found).toHaveLength(1))
  const conversationId = conversationOf(first.parts)
  const second = chat.read('question 2', { conversationId })
  await eventually(async () => expect(await chat.messages(conversationId)).toHaveLength(2))
  goOn()
  expect((await first.ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
  expect((await second.ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'waiting' })
  expect(found).toEqual(['question 1'])
  const conversation = (await chat.conversations.get('acme', conversationId))!.body
  expect(conversation).toMatchObject({ handler: 'queue', turns: [], messageCount: 4 })
  expect(conversation.unfinishedSince).toBeUndefined()
})

it('a hand-over happens even when no summary can be written', async () => {
  chats.endpoint.script({ status: 500 })
  const chat = await start({ find: () => [], models: await remote() })
  const parts = await chat.read('Why is the sky blue?').ended
  expect(parts.at(-1)).toMatchObject({ type: 'escalated' })
  const { body } = (await chat.conversations.get('acme', conversationOf(parts)))!
  expect(body.escalation!.summary).toBe('Why is the sky blue?')
})

it('an answer is reported once, after its question, in order', async () => {
  const chat = await start()
  const parts = await chat.read('How long does delivery take?').ended
  await eventually(() => expect(subjectsOf(chat)).toEqual(['conversation.created', 'message.received', 'message.sent']))
  const { message, conversation } = chat.events[2]!.body
  expect(message).toMatchObject({ content: textOf(parts), outcome: 'answered' })
  expect(conversation).toEqual({ id: conversationOf(parts), channel: 'api', status: 'open' })
})
