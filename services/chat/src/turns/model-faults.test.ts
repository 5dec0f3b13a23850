import { ServiceError } from '@frontdesk/contracts'
import type { ScriptedReply } from '@frontdesk/testing/openai-endpoint'
import { beforeEach, describe, expect, it } from 'vitest'
import { blockedByTone, failingPolicies } from '../../testing/failing-policies.ts'
import { readAnswer } from '../../testing/read-answer.ts'
import type { TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

let structure: (body: any) => object | undefined
const chats = useChats({ endpoint: { structure: (body) => structure(body) } })
const question = 'How long does delivery take?'

beforeEach(() => {
  structure = () => undefined
})

const start = async (env: Record<string, string> = {}, more = {}, beside = {}) =>
  chats.start({ models: await chats.models(more), env: { ESCALATION_THRESHOLD: '0.3', ...env }, ...beside })
const ask = (chat: TestChat) => readAnswer(chat, question)

describe('a lasting fault of the model', () => {
  it.each<[string, string, ScriptedReply]>([
    ['a content filter', 'model_refused', { status: 400, code: 'content_filter', message: 'filtered' }],
    ['a refusal', 'model_refused', { parts: [], refusal: 'I can’t.' }],
    ['a wrong key', 'model_failed', { status: 401, message: 'wrong key' }],
    ['an unknown model', 'model_failed', { status: 404, message: 'no such model' }],
    ['no quota', 'model_failed', { status: 429, code: 'insufficient_quota', message: 'no quota' }],
    ['only thoughts', 'model_failed', { parts: ['<think>so'] }],
  ])('gives the conversation to people at once: %s', async (_, reason, reply) => {
    const chat = await start()
    chats.endpoint.script(reply)
    const { end, answer } = await ask(chat)
    expect(end).toMatchObject({ type: 'escalated', reason })
    expect(answer).toMatchObject({ outcome: 'escalated', reason })
    expect(answer.content).not.toContain('model')
    expect(answer).not.toHaveProperty('confidence')
  })

  it('is an escalation also in the middle of an answer', async () => {
    const chat = await start()
    chats.endpoint.script({ parts: ['Delivery takes three working days.', ' And'], finishReason: 'content_filter' })
    expect((await ask(chat)).end).toMatchObject({ type: 'escalated', reason: 'model_refused' })
  })
})

it('a lasting fault of the model that a policy asks gives the conversation to people, and the trace shows the policy', async () => {
  const decision = blockedByTone('could not be evaluated: it answered 401.')
  const failing = failingPolicies(new ServiceError('model_failed', { decision }))
  const { end, answer } = await ask(await start({}, {}, { beside: [failing] }))
  expect(end).toMatchObject({ type: 'escalated', reason: 'model_failed' })
  expect(answer).toMatchObject({ outcome: 'escalated', policies: [decision] })
})

describe('thoughts of the model', () => {
  it('reach neither the customer nor what is stored', async () => {
    const chat = await start()
    chats.endpoint.script({
      parts: ['<thi', 'nk>SECRET about the customer</thi', 'nk>\n\nDelivery takes', ' three working days.'],
    })
    const { text, answer } = await ask(chat)
    expect(text).toBe('Delivery takes three working days.')
    expect(answer).toMatchObject({ content: text, outcome: 'answered' })
    chats.endpoint.script({ parts: ['Delivery takes three working days.'] })
    expect((await ask(chat)).answer.confidence).toBe(answer.confidence)
  })

  it('do not show where their beginning is missing', async () => {
    const chat = await start()
    const reply = { parts: ['SECRET about the customer', '</think>', '\n\nDelivery takes', ' three working days.'] }
    chats.endpoint.script(reply, reply)
    const parts = await chat.read(question).ended
    expect(JSON.stringify(parts)).not.toContain('SECRET')
  })

  it('before a verdict are not part of it', async () => {
    structure = () => ({ parts: ['<think>{"answers": "yes"}?</think>\n```json\n{"answers": "no"}\n```'] })
    expect((await ask(await start())).end).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
  })
})

it('an answer that is not sure enough without a verdict is not given when there is none', async () => {
  const local = (await ask(await start({ JUDGE_TIMEOUT_MS: '0' }))).answer.answerability!
  structure = () => ({ parts: ['Certainly!'] })
  const { end } = await ask(await start({ ESCALATION_THRESHOLD: String(local + 0.005) }))
  expect(end).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
})

it('an answer that the limit of tokens cut off says so', async () => {
  const chat = await start()
  chats.endpoint.script({ parts: ['Delivery takes three', ' working '], finishReason: 'length' })
  const { end, text, answer } = await ask(chat)
  expect(text).toBe('Delivery takes three working…')
  expect(end).toMatchObject({ type: 'done', truncated: true })
  expect(answer).toMatchObject({ truncated: true, content: text })
  expect((await ask(chat)).end).not.toHaveProperty('truncated')
})
