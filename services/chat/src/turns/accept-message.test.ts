import { chat as chatContracts, type TurnPart } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { endsOf, eventually, type TestChatOptions, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats({
  endpoint: { answer: (body) => [`Answer to: ${questionIn(body)}`] },
})
/** The question stands last in the prompt. */
const questionIn = (body: any): string => /question \d+/.exec(body.messages.at(-1).content)?.[0] ?? 'something else'

const start = async (options: Partial<TestChatOptions> = {}) => {
  const models = await chats.models()
  return chats.start({ models, ...options })
}
const conversationOf = (parts: TurnPart[]) => (parts[0] as { conversationId: string }).conversationId
const completions = () => chats.endpoint.requests.filter(({ path }) => path.endsWith('/completions'))

it('the same operation at the same time, on two instances, creates one conversation, one turn and one answer', async () => {
  const [here, there] = [await start(), await start()]
  const same = { operationId: 'the-same' }
  const readers = [0, 1, 2, 3, 4, 5].map((i) => [here, there][i % 2]!.read('question 1', same))
  const seen = await Promise.all(readers.map(({ ended }) => ended))
  for (const parts of seen) {
    expect(textOf(parts)).toBe('Answer to: question 1')
    expect(parts.at(-1)).toEqual(seen[0]!.at(-1))
  }
  expect(completions()).toHaveLength(1)
  expect((await here.conversations.find('acme', {})).items).toHaveLength(1)
  expect(await here.messages(conversationOf(seen[0]!))).toHaveLength(2)
})

it('the same operation later, and after 60 others, gets the same answer and changes nothing', async () => {
  const chat = await start()
  const first = await chat.read('question 1', { operationId: 'first' }).ended
  const conversationId = conversationOf(first)
  const second = await chat.read('question 2', { operationId: 'second', conversationId }).ended
  for (let i = 3; i < 63; i++) await chat.read(`question ${i}`, { conversationId }).ended
  const asked = completions().length
  expect(await chat.read('question 1', { operationId: 'first' }).ended).toMatchObject([
    first[0]!,
    { type: 'delta', text: textOf(first) },
    first.at(-1)!,
  ])
  expect((await chat.read('question 2', { operationId: 'second', conversationId }).ended).at(-1)).toEqual(second.at(-1))
  expect(completions()).toHaveLength(asked)
  expect((await chat.conversations.get('acme', conversationId))!.body.messageCount).toBe(2 * 62)
})

it('simultaneous messages are answered one after the other, in order, each once', async () => {
  const [here, there] = [await start(), await start()]
  const first = await here.read('question 0').ended
  const conversationId = conversationOf(first)
  const readers = Array.from({ length: 8 }, (_, i) =>
    [here, there][i % 2]!.read(`question ${i + 1}`, { conversationId }),
  )
  for (const [i, { ended }] of readers.entries()) {
    const parts = await ended
    expect(textOf(parts)).toBe(`Answer to: question ${i + 1}`)
    expect(endsOf(parts)).toHaveLength(1)
  }
  const messages = (await here.messages(conversationId)).toReversed()
  expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1))
  const said = (kind: string) => messages.filter(({ author }) => author.kind === kind).map(({ content }) => content)
  expect(said('ai')).toEqual(said('customer').map((question) => `Answer to: ${question}`))
  expect(completions().map(({ body }) => questionIn(body))).toEqual(said('customer'))
})

it('a question is answered with the earlier questions and answers as context, not the later ones', async () => {
  const chat = await start()
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['The first ', 'answer.'], pause: { parts: 1, until } })
  const first = chat.read('question 1')
  await eventually(() => expect(textOf(first.parts)).not.toBe(''))
  const conversationId = conversationOf(first.parts)
  const behind = [2, 3].map((i) => chat.read(`question ${i}`, { conversationId }))
  await eventually(async () => expect(await chat.messages(conversationId)).toHaveLength(3))
  goOn()
  await Promise.all(behind.map(({ ended }) => ended))
  const prompt = JSON.stringify(completions()[1]!.body)
  expect(prompt).toContain('question 1')
  expect(prompt).toContain('The first answer.')
  expect(prompt).not.toContain('question 3')
})

it('with 20 messages waiting another one is rejected, and the others are still answered', async () => {
  const chat = await start()
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['A', 'B'], pause: { parts: 1, until } })
  const first = chat.read('question 1')
  await eventually(() => expect(textOf(first.parts)).toBe('A'))
  const conversationId = conversationOf(first.parts)
  const waiting = Array.from({ length: 19 }, (_, i) => chat.read(`question ${i + 2}`, { conversationId }))
  await eventually(async () => expect(await chat.messages(conversationId)).toHaveLength(20))
  await expect(chat.read('question 21', { conversationId }).ended).rejects.toMatchObject({ code: 'overloaded' })
  goOn()
  for (const { ended } of [first, ...waiting]) expect((await ended).at(-1)).toMatchObject({ type: 'done' })
  expect((await chat.conversations.get('acme', conversationId))!.body).toMatchObject({ turns: [], messageCount: 40 })
})

it('an unknown or foreign conversation is not found; neither is a foreign answer', async () => {
  const chat = await start()
  const parts = await chat.read('question 1').ended
  const conversationId = conversationOf(parts)
  await expect(chat.read('question 2', { conversationId: 'cnv_0' }).ended).rejects.toMatchObject({ code: 'not_found' })
  const { messageId } = parts.at(-1) as { messageId: string }
  const foreign = chat.context.forTenant('other')
  const asked = foreign.open(chatContracts.streams.messageAnswer, {
    operationId: 'x',
    message: 'question 2',
    conversationId,
  })
  await expect(Array.fromAsync(asked)).rejects.toMatchObject({ code: 'not_found' })
  const followed = foreign.open(chatContracts.streams.turnFollow, { messageId, offset: 0 })
  await expect(Array.fromAsync(followed)).rejects.toMatchObject({ code: 'not_found' })
  await expect(chat.follow(messageId.replace(/.a$/, 'xa')).ended).rejects.toMatchObject({ code: 'not_found' })
})

it('keeps the subject of a new conversation and the files that came with a message', async () => {
  const chat = await start()
  const attachments = [{ id: 'att_1', filename: 'räkning.pdf', contentType: 'application/pdf', bytes: 1_234 }]
  const parts = await chat.read('question 1', { channel: 'email', subject: 'My invoice', attachments }).ended
  const conversationId = conversationOf(parts)
  await chat.read('question 2', { conversationId, subject: 'Another' }).ended
  const [, second, , first] = await chat.messages(conversationId)
  expect(first).toMatchObject({ content: 'question 1', attachments })
  expect(second).not.toHaveProperty('attachments')
  expect(await chat.context.ask(chatContracts.queries.conversationRead, { conversationId })).toMatchObject({
    subject: 'My invoice',
  })
})

it('what a machine may have sent goes to people with its message, and nothing answers it', async () => {
  const chat = await start()
  const asked = completions().length
  const sent = { isForPeople: true as const, unread: true as const }
  const begun = conversationOf(await chat.read('question 1', { operationId: 'form', ...sent }).ended)
  const found = async (id: string) => (await chat.conversations.get('acme', id))!.body
  expect(await found(begun)).toMatchObject({ status: 'escalated', handler: 'queue', turns: [], messageCount: 1 })
  expect((await found(begun)).escalation).toMatchObject({ reason: 'automated mail' })
  // The same in a conversation that the AI had, and once more changes nothing.
  const known = conversationOf(await chat.read('question 2').ended)
  const more = { operationId: 'more', conversationId: known, ...sent }
  await chat.read('question 3', more).ended
  await chat.read('question 3', more).ended
  expect(await found(known)).toMatchObject({ status: 'escalated', handler: 'queue', turns: [], messageCount: 3 })
  expect((await chat.messages(known)).filter(({ author }: any) => author.kind === 'ai')).toHaveLength(1)
  expect(completions()).toHaveLength(asked + 1)
})
