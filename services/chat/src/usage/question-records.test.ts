import { chat as chatContracts, policyEngine } from '@frontdesk/contracts'
import { beforeEach, expect, it } from 'vitest'
import { eventually, type TestChat, type TestChatOptions } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats({ endpoint: {} })
let chat: TestChat
let now = Date.parse('2026-03-10T12:00:00Z')

beforeEach(() => {
  now = Date.parse('2026-03-10T12:00:00Z')
})

const start = async (more: Partial<TestChatOptions> = {}) => {
  chat = await chats.start({ clock: { now: () => now }, ...more })
}
const withModel = () => chats.models()
const usage = { prompt_tokens: 200, completion_tokens: 20, total_tokens: 220 }
const question = 'How long does delivery take?'
const read = (from: string, to: string) => chat.context.ask(chatContracts.queries.usageRead, { from, to })
const preview = (threshold: number) => chat.context.ask(chatContracts.queries.thresholdPreview, { threshold })

it('counts questions and the tokens of the answer and of the judgement, by day', async () => {
  await start({ models: await withModel() })
  chats.endpoint.script({ parts: ['Three ', 'days.'], usage }, { parts: ['Three ', 'days.'], usage })
  const [begun] = await chat.read(question).ended
  now += 86_400_000
  await chat.read(question).ended
  // 220 of each answer, 105 of each verdict.
  const day = { questions: 1, promptTokens: 300, completionTokens: 25 }
  await eventually(async () =>
    expect(await read('2026-03-09', '2026-03-11')).toEqual({
      from: '2026-03-09',
      to: '2026-03-11',
      questions: 2,
      promptTokens: 600,
      completionTokens: 50,
      days: [
        { day: '2026-03-09', questions: 0, promptTokens: 0, completionTokens: 0 },
        { day: '2026-03-10', ...day },
        { day: '2026-03-11', ...day },
      ],
    }),
  )
  const [answer] = await chat.messages((begun as { conversationId: string }).conversationId)
  expect(answer!.usage).toEqual({ models: ['chat-1'], promptTokens: 300, completionTokens: 25 })

  // Long over: remembered, and the same.
  now += 5 * 86_400_000
  expect((await read('2026-03-10', '2026-03-10')).questions).toBe(1)
  expect(await chat.chatContext.collections.usageDays.count('acme')).toBe(2)
  expect((await read('2026-03-10', '2026-03-10')).questions).toBe(1)
})

it('counts the tokens of an interrupted answer', async () => {
  await start({ models: await withModel() })
  chats.endpoint.script({ parts: ['Three ', 'days.'], after: { parts: 1, fault: 'cut' } })
  await chat.read(question).ended
  await eventually(async () => {
    const { questions, completionTokens } = await read('2026-03-10', '2026-03-10')
    expect({ questions, hasTokens: completionTokens > 5 }).toEqual({ questions: 1, hasTokens: true })
  })
})

it('counts the tokens of judging topics, in the message and in the answer', async () => {
  await start({ models: await withModel() })
  const policy = (mode: 'Pre-generation' | 'Post-generation') => ({
    name: 'No gambling',
    type: 'Topic Filter' as const,
    mode,
    config: { topics: [{ name: 'gambling', phrases: ['gambling'] }] },
  })
  for (const mode of ['Pre-generation', 'Post-generation'] as const) {
    await chat.context.ask(policyEngine.queries.policyCreate, { operationId: mode, policy: policy(mode) })
  }
  chats.endpoint.script({ parts: ['Three ', 'days.'], usage })
  const [begun] = await chat.read(question).ended
  // 220 of the answer, 105 of the verdict, 105 of each judgement of topics.
  await eventually(async () =>
    expect(await read('2026-03-10', '2026-03-10')).toMatchObject({
      questions: 1,
      promptTokens: 500,
      completionTokens: 35,
    }),
  )
  const [answer] = await chat.messages((begun as { conversationId: string }).conversationId)
  expect(answer!.usage).toEqual({ models: ['chat-1'], promptTokens: 500, completionTokens: 35 })
})

it('counts the tokens of a hand-over summary', async () => {
  await start({ models: await withModel(), find: () => [] })
  chats.endpoint.script({ parts: ['They ask for the king.'], usage })
  await chat.read('Who is the king of Mongolia?').ended
  const day = { questions: 1, promptTokens: 200, completionTokens: 20 }
  await eventually(async () => expect(await read('2026-03-10', '2026-03-10')).toMatchObject(day))
})

it('rejects days in the wrong order, and too many days', async () => {
  await start()
  const refused = { code: 'invalid_request', errors: [expect.objectContaining({ path: 'to' })] }
  await expect(read('2026-03-10', '2026-03-09')).rejects.toMatchObject(refused)
  await expect(read('2020-03-10', '2026-03-09')).rejects.toMatchObject(refused)
})

it('shows the effect of another threshold, escalated questions included', async () => {
  await start({ env: { ESCALATION_THRESHOLD: '0.3' } })
  await chat.read(question).ended
  await chat.read('Who is the king of Mongolia?').ended
  await eventually(async () => expect((await preview(0.3)).questions).toBe(2))

  expect(await preview(0.3)).toMatchObject({
    current: 0.3,
    answered: { was: 1, would: 1 },
    escalated: { was: 1, would: 1 },
    changed: [],
  })
  const strict = await preview(1)
  expect(strict).toMatchObject({ answered: { was: 1, would: 0 }, escalated: { was: 1, would: 2 } })
  expect(strict.changed).toMatchObject([{ question, was: 'answered', would: 'escalated' }])
  expect(strict.changed[0]!.confidence).toBeGreaterThan(0.3)
  const lenient = await preview(0)
  expect(lenient.changed).toMatchObject([{ question: 'Who is the king of Mongolia?', would: 'answered' }])
})
