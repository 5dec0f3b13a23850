import { chat as contracts } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats({ endpoint: {} })
const question = 'How long does delivery take?'
const written = 'The customer asks how long delivery takes.'

/** A conversation whose question was answered, on a model that pauses before it writes a summary. */
async function start() {
  const chat = await chats.start({ models: await chats.models() })
  const [begun] = await chat.read(question).ended
  const { conversationId } = begun as { conversationId: string }
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: [written], pause: { parts: 0, until } })
  return { chat, conversationId, goOn }
}
const handOver = ({ context }: TestChat, conversationId: string, operationId = 'hand-over') =>
  context.ask(contracts.queries.conversationHandOver, { operationId, conversationId, actor: { kind: 'customer' } })
const summaryOf = async ({ context }: TestChat, conversationId: string) =>
  (await context.ask(contracts.queries.conversationRead, { conversationId })).escalation?.summary

it('has the summary of a quick model in its reply, and asks once', async () => {
  const { chat, conversationId, goOn } = await start()
  goOn()
  expect(await handOver(chat, conversationId)).toMatchObject({ summary: written })
  expect(await summaryOf(chat, conversationId)).toBe(written)
  expect(chats.endpoint.requests).toHaveLength(2)
})

it('replies while the model still writes, and publishes the summary when it is written', async () => {
  const { chat, conversationId, goOn } = await start()
  expect(await handOver(chat, conversationId)).toMatchObject({ status: 'escalated', summary: question })
  expect(await handOver(chat, conversationId, 'again')).toMatchObject({ alreadyHandedOver: true, summary: question })
  goOn()
  await eventually(async () => expect(await summaryOf(chat, conversationId)).toBe(written))
  await eventually(() => expect(chat.changes.at(-1)?.conversation.escalation?.summary).toBe(written))
  expect(chats.endpoint.requests).toHaveLength(2)
})

it('keeps the customer’s last message where the model fails', async () => {
  const { chat, conversationId, goOn } = await start()
  chats.endpoint.script({ status: 400 })
  expect(await handOver(chat, conversationId)).toMatchObject({ summary: question })
  goOn()
  expect(await summaryOf(chat, conversationId)).toBe(question)
})

it('writes no summary into a conversation that the AI has back', async () => {
  const { chat, conversationId, goOn } = await start()
  await handOver(chat, conversationId)
  await chat.context.ask(contracts.queries.conversationHandBack, { conversationId, actor: { kind: 'api' } })
  goOn()
  await eventually(() => expect(chats.endpoint.requests.at(-1)?.state).toBe('answered'))
  expect(await summaryOf(chat, conversationId)).toBeUndefined()
})

it('leaves a whole hand-over when the process stops while the model writes', async () => {
  const { chat, conversationId } = await start()
  await handOver(chat, conversationId)
  await eventually(() => expect(chats.endpoint.requests.at(-1)?.state).toBe('open'))
  await chats.stop()
  const next = await chats.start({ models: await chats.models() })
  expect(await summaryOf(next, conversationId)).toBe(question)
})
