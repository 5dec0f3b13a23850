import { type OpenAiEndpoint, type ScriptedReply, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alternateRoles } from './alternate-roles.ts'
import type { OpenAiOptions } from './open-endpoints.ts'
import { openaiModels } from './openai.ts'
import type { AnswerRequest } from './port.ts'

const signal = new AbortController().signal
const request: AnswerRequest = { question: 'How long?', history: [], passages: [], instructions: [] }

let endpoint: OpenAiEndpoint
beforeEach(async () => {
  endpoint = await startOpenAiEndpoint()
})
afterEach(() => endpoint.stop())

const open = (more: Partial<OpenAiOptions> = {}) =>
  openaiModels({ baseUrl: endpoint.url, apiKey: 'key', chatModel: 'chat-1', maxRetries: 2, ...more })
const answerOf = async (asked = request, more: Partial<OpenAiOptions> = {}) =>
  Array.fromAsync((await open(more)).answer(asked, { signal }))

describe('lasting faults of a model', () => {
  it.each<[string, string, ScriptedReply]>([
    ['Azure’s filter', 'model_refused', { status: 400, code: 'content_filter', message: 'The response was filtered' }],
    ['a filter in words', 'model_refused', { status: 400, message: 'blocked by our content management policy' }],
    ['a moderation', 'model_refused', { status: 403, message: 'Your input was flagged by moderation' }],
    ['a refusal', 'model_refused', { parts: [], refusal: 'I can’t help with that.' }],
    ['an end by the filter', 'model_refused', { parts: ['Re'], finishReason: 'content_filter' }],
    ['an end for safety', 'model_refused', { parts: [], finishReason: 'SAFETY' }],
    ['a wrong key', 'model_failed', { status: 401, message: 'Incorrect API key' }],
    ['a key without rights', 'model_failed', { status: 403, message: 'Forbidden' }],
    ['an unknown model', 'model_failed', { status: 404, message: 'The model does not exist' }],
    ['an empty account', 'model_failed', { status: 402, message: 'Payment required' }],
    ['no quota', 'model_failed', { status: 429, code: 'insufficient_quota', message: 'You exceeded your quota' }],
    ['no quota, in words', 'model_failed', { status: 429, message: 'You exceeded your current quota, check billing' }],
    ['a request that is not valid', 'model_failed', { status: 400, message: 'roles must alternate' }],
    ['only thoughts', 'model_failed', { parts: ['<think>', 'so it goes'] }],
    ['tokens used up by thoughts', 'model_failed', { parts: ['<think>so'], finishReason: 'length' }],
  ])('%s is %s, and is not tried again', async (_, code, reply) => {
    const models = await open()
    endpoint.script(reply)
    await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({ code, isOutage: false })
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each<[string, ScriptedReply]>([
    [
      'a rate limit',
      { status: 429, headers: { 'retry-after-ms': '1' }, message: 'Quota exceeded: requests per minute' },
    ],
    ['a rate limit in words', { status: 429, message: 'You exceeded your current quota. Please retry in 0 s.' }],
    ['an outage', { status: 503, message: 'overloaded' }],
    ['an empty answer', { parts: [] }],
  ])('%s is tried again', async (_, reply) => {
    endpoint.script(reply)
    expect((await answerOf()).join('')).toContain('Delivery')
    expect(endpoint.requests).toHaveLength(2)
  })

  it('goes on to the fallback', async () => {
    endpoint.script({ status: 401 }, { parts: ['fine'] })
    expect(await answerOf(request, { fallback: { chatModel: 'chat-2' } })).toEqual(['fine'])
  })
})

describe('a prompt that is too long', () => {
  const passages = Array.from({ length: 6 }, (_, i) => ({
    id: `${i}`,
    title: `T${i}`,
    text: `Passage ${i} `.repeat(40),
  }))
  const tooLong: ScriptedReply[] = [
    { status: 400, code: 'context_length_exceeded', message: "This model's maximum context length is 4096 tokens" },
    { status: 413, message: 'Payload Too Large' },
    { status: 400, message: 'the request exceeds the available context size' },
    { status: 422, message: 'inputs are too long: input length 9000 > 4096' },
  ]

  it.each(tooLong)('is sent once more, half as long: $message', async (reply) => {
    endpoint.script(reply, { parts: ['fine'] })
    const history = [{ role: 'customer' as const, content: 'Well '.repeat(50) }]
    expect(await answerOf({ ...request, passages, history })).toEqual(['fine'])
    const [first, second] = endpoint.requests.map(({ body }) => JSON.stringify(body.messages).length)
    expect(second!).toBeLessThan(first! * 0.75)
    expect(endpoint.requests[1]!.body.messages.at(-1).content).toContain('How long?')
    expect(endpoint.requests[1]!.body.messages[1].content).toContain('Passage 0')
  })

  it('fails for good when that is too long too', async () => {
    endpoint.script(tooLong[0]!, tooLong[0]!)
    await expect(answerOf({ ...request, passages })).rejects.toMatchObject({ code: 'model_failed' })
    expect(endpoint.requests).toHaveLength(2)
  })
})

describe('an answer that its limit cut off', () => {
  it('says so', async () => {
    const models = await open()
    for (const finishReason of ['length', 'max_tokens', 'stop']) {
      endpoint.script({ parts: ['Delivery takes'], finishReason })
      let isTruncated = false
      const onTruncated = () => {
        isTruncated = true
      }
      await Array.fromAsync(models.answer(request, { signal, onTruncated }))
      expect(isTruncated).toBe(finishReason !== 'stop')
    }
  })

  it('is no translation, and a summary shows it', async () => {
    const models = await open()
    const cut = { parts: ['Delivery takes'], finishReason: 'length' }
    endpoint.script(cut, cut)
    await expect(models.translate({ text: 'Leverans', to: 'en' }, { signal })).rejects.toMatchObject({
      code: 'model_unfaithful',
    })
    const turns = [{ role: 'customer' as const, content: 'How long?' }]
    expect(await models.summarize({ turns }, { signal })).toBe('Delivery takes…')
  })
})

describe('roles', () => {
  it('alternate in every request, and the user begins', async () => {
    const models = await open()
    const history = [
      { role: 'customer' as const, content: 'Hello' },
      { role: 'customer' as const, content: 'Are you there?' },
      { role: 'ai' as const, content: 'Yes.' },
      { role: 'agent' as const, content: 'I too.' },
    ]
    await Array.fromAsync(models.answer({ ...request, history }, { signal }))
    await models.judge({ question: 'How long?', passages: [] }, { signal })
    await models.rewrite({ question: 'And there?', history }, { signal })
    await models.judgeTopics({ text: 'poker', topics: [{ name: 'gambling', phrases: ['poker'] }] }, { signal })
    const asked = [...endpoint.requests, ...endpoint.structured].map(({ body }) => body.messages)
    const roles = asked.map((messages) => messages.map(({ role }: { role: string }) => role))
    expect(roles[0]).toEqual(['system', 'user', 'assistant', 'user'])
    for (const each of roles.slice(1)) expect(each).toEqual(['system', 'user'])
    expect(asked[0]![1].content).toContain('Hello\n\nAre you there?')
  })

  it('begin with the user, whatever is given', () => {
    expect(
      alternateRoles([
        { role: 'system', content: 's' },
        { role: 'assistant', content: 'a' },
      ]),
    ).toMatchObject([{ role: 'system' }, { role: 'user' }, { role: 'assistant' }])
  })
})

describe('thoughts in the text', () => {
  it('are left out of answers, summaries and verdicts, and keep the request alive', async () => {
    const models = await open({ firstTokenMs: 1_000, idleMs: 1_000 })
    endpoint.script({ parts: ['<think>', 'a', 'b', 'c', 'd', '</think>', 'Three ', 'days.'], everyMs: 160 })
    expect(await Array.fromAsync(models.answer(request, { signal }))).toEqual(['Three ', 'days.'])
    endpoint.script({ parts: ['secret</think>\n\nThe customer asks.'] })
    const turns = [{ role: 'customer' as const, content: 'How long?' }]
    expect(await models.summarize({ turns }, { signal })).toBe('The customer asks.')
    // Known now not to mark the beginning.
    endpoint.script({ parts: ['secret ', 'thought', '</think>', 'Three ', 'days.'] })
    expect(await Array.fromAsync(models.answer(request, { signal }))).toEqual(['Three ', 'days.'])
  })
})
