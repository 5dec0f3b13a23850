import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { breakerStates } from './circuit-breaker.ts'
import { type OpenAiOptions, openaiModels } from './openai.ts'
import type { AnswerRequest, Usage } from './port.ts'
import { pauseBefore, retryAfterOf } from './retry-pause.ts'

const request: AnswerRequest = { question: 'How long?', history: [], passages: [], instructions: [] }
const signal = new AbortController().signal

let endpoint: OpenAiEndpoint
beforeEach(async () => {
  endpoint = await startOpenAiEndpoint()
})
afterEach(() => endpoint.close())

const open = (more: Partial<OpenAiOptions> = {}) =>
  openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1', maxRetries: 0, ...more })
const asked = () => endpoint.requests.map(({ body }) => body.model)

describe('retries', () => {
  it.each([
    ['an error in place of text', { parts: ['x'], after: { parts: 0, fault: 'error' } }],
    ['a cut connection', { parts: ['x'], after: { parts: 0, fault: 'cut' } }],
    ['a clean end without a word', { parts: [] }],
    ['429', { status: 429, headers: { 'retry-after-ms': '1' } }],
    ['500', { status: 500 }],
  ] as const)('%s before the first text: asked again, and answered', async (_, fault) => {
    const models = await open({ maxRetries: 1 })
    endpoint.script(fault as never, { parts: ['fine'] })
    expect(await Array.fromAsync(models.answer(request, { signal }))).toEqual(['fine'])
    expect(endpoint.requests).toHaveLength(2)
  })

  it('asks for nothing twice once a word has left', async () => {
    const models = await open({ maxRetries: 3 })
    endpoint.script({ parts: ['one', 'two'], after: { parts: 1, fault: 'cut' } })
    const parts: string[] = []
    await expect(
      (async () => {
        for await (const part of models.answer(request, { signal })) parts.push(part)
      })(),
    ).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(parts).toEqual(['one'])
    expect(endpoint.requests).toHaveLength(1)
  })

  it('does not wait longer than the first text may take, whatever the endpoint asks for', async () => {
    const models = await open({ maxRetries: 3, firstTokenMs: 500 })
    endpoint.script({ status: 429, headers: { 'retry-after': '60' } })
    await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({
      message: expect.stringContaining('429'),
    })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('does not repeat what was asked wrongly', async () => {
    const models = await open({ maxRetries: 3 })
    endpoint.script({ status: 400, message: 'bad' })
    await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({
      message: expect.stringContaining('400'),
    })
    expect(endpoint.requests).toHaveLength(1)
  })

  it('pauses longer each time, at random, or as the endpoint says', () => {
    expect([1, 2, 3, 9].map((attempt) => pauseBefore(attempt, undefined, () => 1))).toEqual([300, 600, 1_200, 8_000])
    expect(pauseBefore(1, undefined, () => 0)).toBe(0)
    expect(pauseBefore(1, 7)).toBe(7)
    const error = (headers: Record<string, string>) => ({ headers: new Headers(headers) })
    expect(retryAfterOf(error({ 'retry-after': '2' }))).toBe(2_000)
    expect(retryAfterOf(error({ 'retry-after': 'Thu, 01 Jan 1970 00:00:03 GMT' }), 1_000)).toBe(2_000)
    expect(retryAfterOf(error({ 'retry-after': 'soon' }))).toBeUndefined()
    expect(retryAfterOf(new Error('x'))).toBeUndefined()
  })
})

it('gives up an answer that goes on for too long, and closes the request', async () => {
  const models = await open({ totalMs: 120 })
  endpoint.script({ parts: ['word '], flood: true, everyMs: 10 })
  await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({
    code: 'model_unavailable',
    message: 'The model endpoint did not finish an answer within 0.12 s.',
  })
  await vi.waitFor(() => expect(endpoint.requests.at(-1)?.state).toBe('aborted'))
})

it('gives up a connection that is not there in time', async () => {
  // An address of RFC 5737 that no machine has: either nothing answers, or the network says so at once.
  const models = await open({ baseUrl: 'http://192.0.2.1:9/v1', connectMs: 200 })
  await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({
    code: 'model_unavailable',
    message: expect.stringContaining('connection broke'),
  })
})

describe('the breaker', () => {
  it('stops asking an endpoint that keeps failing, in this process as a whole', async () => {
    const [one, other] = [await open({ chatModel: 'breaks' }), await open({ chatModel: 'breaks' })]
    endpoint.script(...Array.from({ length: 5 }, () => ({ status: 503 })))
    for (let i = 0; i < 5; i++) await expect(Array.fromAsync(one.answer(request, { signal }))).rejects.toThrow('503')
    await expect(Array.fromAsync(other.answer(request, { signal }))).rejects.toThrow('left alone for a while')
    expect(endpoint.requests).toHaveLength(5)
    expect(breakerStates()).toContainEqual({ model: 'breaks', state: 'open' })
  })

  it('is not opened by readers who leave, nor by requests that were wrong', async () => {
    const models = await open({ chatModel: 'stays' })
    endpoint.script(...Array.from({ length: 6 }, () => ({ status: 400, message: 'bad' })))
    for (let i = 0; i < 6; i++) await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toThrow()
    for (let i = 0; i < 6; i++) for await (const _ of models.answer(request, { signal })) break
    expect(breakerStates()).toContainEqual({ model: 'stays', state: 'closed' })
  })
})

describe('the fallback model', () => {
  it('answers when the first one fails before its first text', async () => {
    const models = await open({ fallback: { chatModel: 'chat-2' } })
    endpoint.script({ status: 500 }, { parts: ['from the other'] })
    expect(await Array.fromAsync(models.answer(request, { signal }))).toEqual(['from the other'])
    expect(asked()).toEqual(['chat-1', 'chat-2'])
  })

  it('does not go on with an answer that another model began', async () => {
    const models = await open({ fallback: { chatModel: 'chat-2' } })
    endpoint.script({ parts: ['one', 'two'], after: { parts: 1, fault: 'cut' } })
    await expect(Array.fromAsync(models.answer(request, { signal }))).rejects.toMatchObject({
      code: 'model_unavailable',
    })
    expect(asked()).toEqual(['chat-1'])
  })

  it('may stand elsewhere, which never sees the key of the first', async () => {
    const elsewhere = await startOpenAiEndpoint()
    try {
      const models = await open({ fallback: { chatModel: 'chat-2', baseUrl: elsewhere.url } })
      endpoint.script({ status: 500 })
      await Array.fromAsync(models.answer(request, { signal }))
      expect(elsewhere.requests[0]!.body.model).toBe('chat-2')
      expect(elsewhere.requests[0]!.authorization).not.toContain('Bearer k')
      await endpoint.close()
      await models.check()
    } finally {
      await elsewhere.close()
      endpoint = await startOpenAiEndpoint()
    }
  })
})

describe('usage', () => {
  const usageOf = async (reply?: Parameters<typeof endpoint.script>[0]) => {
    const models = await open()
    if (reply) endpoint.script(reply)
    const used: Usage[] = []
    await Array.fromAsync(models.answer(request, { signal, onUsage: (usage) => used.push(usage) })).catch(() => {})
    return used
  }

  it('is what the endpoint says', async () => {
    const usage = { prompt_tokens: 321, completion_tokens: 12, total_tokens: 333 }
    expect(await usageOf({ parts: ['a', 'b'], usage })).toEqual([
      { model: 'chat-1', promptTokens: 321, completionTokens: 12 },
    ])
    expect(endpoint.requests[0]!.body.stream_options).toEqual({ include_usage: true })
  })

  it('is counted here when the endpoint does not say, also for what was cut off', async () => {
    const whole = await usageOf({ parts: ['one two ', 'three four five'] })
    expect(whole).toEqual([expect.objectContaining({ model: 'chat-1', completionTokens: 5, isEstimated: true })])
    expect(whole[0]!.promptTokens).toBeGreaterThan(100)
    const cut = await usageOf({ parts: ['one two ', 'three four five'], after: { parts: 1, fault: 'cut' } })
    expect(cut[0]!.completionTokens).toBeLessThan(whole[0]!.completionTokens)
    expect(await usageOf({ status: 500 })).toEqual([])
  })

  it('is not asked for where that is refused', async () => {
    const models = await open()
    endpoint.script({ status: 400, message: 'unknown field stream_options' })
    expect(await Array.fromAsync(models.answer(request, { signal }))).not.toEqual([])
    expect(endpoint.requests[1]!.body).not.toHaveProperty('stream_options')
  })
})

describe('structured output', () => {
  const passages = [{ id: 'p', title: 'Delivery', text: 'Three days.' }]

  it('asks strictly for a schema, and answers what fits it', async () => {
    const models = await open()
    const used: Usage[] = []
    expect(await models.judge({ question: 'How long?', passages }, { signal, onUsage: (u) => used.push(u) })).toBe(
      'yes',
    )
    expect(endpoint.structured[0]!.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true, schema: { type: 'object', additionalProperties: false, required: ['answers'] } },
    })
    expect(used).toEqual([{ model: 'chat-1', promptTokens: 100, completionTokens: 5 }])
    expect(await models.rewrite({ question: 'And there?', history: [] }, { signal })).toBe('And there?')
  })

  it.each([
    ['something else than JSON', { parts: ['certainly!'] }],
    ['an object of another shape', { verdict: 'yes' }],
    ['an error', { status: 500 }],
    ['a cut connection', { after: { parts: 0, fault: 'cut' as const } }],
  ])('is model_unavailable for %s', async (_, reply) => {
    await endpoint.close()
    endpoint = await startOpenAiEndpoint({ structure: () => reply })
    const models = await open()
    await expect(models.judge({ question: 'How long?', passages }, { signal })).rejects.toMatchObject({
      code: 'model_unavailable',
    })
  })

  it('stops when the signal aborts, though the endpoint stalls', async () => {
    await endpoint.close()
    endpoint = await startOpenAiEndpoint({ structure: () => ({ after: { parts: 0, fault: 'stall' } }) })
    const models = await open()
    const limit = AbortSignal.timeout(50)
    const judging = models.judge({ question: 'How long?', passages }, { signal: limit })
    await expect(judging).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('is not asked for again where it is refused', async () => {
    await endpoint.close()
    endpoint = await startOpenAiEndpoint({ structure: () => ({ status: 400, message: 'response_format unknown' }) })
    const models = await open()
    for (let i = 0; i < 2; i++) await expect(models.judge({ question: 'x', passages }, { signal })).rejects.toThrow()
    expect(endpoint.structured).toHaveLength(1)
  })
})
