import { type OpenAiEndpoint, type ScriptedReply, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modelsConformance } from './conformance.ts'
import { embeddingModels } from './embed-remotely.ts'
import type { OpenAiOptions } from './open-endpoints.ts'
import { openaiModels } from './openai.ts'
import type { AnswerRequest } from './port.ts'

const apiKey = 'sk-very-secret-4711'
const request: AnswerRequest = { question: 'How long?', history: [], passages: [], instructions: [] }

describe('openai models', () => {
  let endpoint: OpenAiEndpoint
  beforeEach(async () => {
    endpoint = await startOpenAiEndpoint()
  })
  afterEach(() => endpoint.close())

  const open = (more: Partial<OpenAiOptions> = {}) =>
    openaiModels({ baseUrl: endpoint.url, apiKey, chatModel: 'chat-1', maxRetries: 0, ...more })

  modelsConformance(() => open({ embeddingModel: 'embed-1' }))
  describe('with local embeddings', () => modelsConformance(() => open()))
  describe('embeddings alone', () =>
    modelsConformance(() => embeddingModels({ baseUrl: endpoint.url, apiKey, embeddingModel: 'embed-1' })))

  async function answerTo(
    reply: ScriptedReply,
    more: Partial<OpenAiOptions> = {},
    signal = new AbortController().signal,
  ) {
    const models = await open(more)
    endpoint.script(reply)
    const parts: string[] = []
    try {
      for await (const part of models.answer(request, { signal })) parts.push(part)
      return { parts, error: undefined }
    } catch (error) {
      return { parts, error: error as Error & { code?: string } }
    }
  }

  it('never returns a broken character, however the bytes are cut', async () => {
    const text = ['Hej å', 'ä', 'ö — 🧡', '👨‍👩‍👧', ' 漢字', '\ud83e', '\udde1 done']
    for (const pieceBytes of [1, 2, 3, 5, 7, 64]) {
      const { parts, error } = await answerTo({ parts: text, pieceBytes })
      expect(error).toBeUndefined()
      expect(parts.join('')).toBe(text.join(''))
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
    }
  })

  it.each([
    ['cut', /connection broke|could not be understood/],
    ['end', /ended the connection in the middle/],
    ['error', /failed to answer/],
  ] as const)(
    'ends an answer that the endpoint breaks off (%s) as model_unavailable, after the text that came',
    async (fault, detail) => {
      const { parts, error } = await answerTo({ parts: ['one ', 'two ', 'three'], after: { parts: 2, fault } })
      expect(parts.join('')).toBe('one two ')
      expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringMatching(detail) })
    },
  )

  it('gives up on an endpoint that stalls before its first text, and closes the request', async () => {
    const { error } = await answerTo({ parts: ['x'], after: { parts: 0, fault: 'stall' } }, { firstTokenMs: 60 })
    expect(error).toMatchObject({
      code: 'model_unavailable',
      message: 'The model endpoint sent no text within 0.06 s.',
    })
    await vi.waitFor(() => expect(endpoint.requests.at(-1)?.state).toBe('aborted'))
  })

  it('gives up on an endpoint that stalls in the middle of an answer, and closes the request', async () => {
    const { parts, error } = await answerTo(
      { parts: ['one', 'two'], after: { parts: 1, fault: 'stall' } },
      { idleMs: 60 },
    )
    expect(parts).toEqual(['one'])
    expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('sent nothing for') })
    await vi.waitFor(() => expect(endpoint.requests.at(-1)?.state).toBe('aborted'))
  })

  it('closes the request when the reader aborts or leaves', async () => {
    const models = await open()
    const stalled = { parts: ['one', 'two'], after: { parts: 1, fault: 'stall' as const } }
    endpoint.script(stalled, stalled)
    const stop = new AbortController()
    const reason = new Error('left')
    const reading = (async () => {
      for await (const _ of models.answer(request, { signal: stop.signal })) setTimeout(() => stop.abort(reason), 5)
    })()
    await expect(reading).rejects.toBe(reason)
    for await (const _ of models.answer(request, { signal: new AbortController().signal })) break
    await vi.waitFor(() => expect(endpoint.requests.map(({ state }) => state)).toEqual(['aborted', 'aborted']))
  })

  it('stops an endpoint that sends too much', async () => {
    const { parts, error } = await answerTo({ parts: ['flood '.repeat(2_000)], flood: true })
    expect(error).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('100000 characters') })
    expect(parts.join('').length).toBeLessThanOrEqual(100_000)
    await vi.waitFor(() => expect(endpoint.requests.at(-1)?.state).toBe('aborted'))
  })

  it('reports the status and never the key', async () => {
    const message = `Incorrect API key provided: ${apiKey}`
    for (const status of [400, 401, 404, 429, 500, 503]) {
      const { error } = await answerTo({ status, message })
      const code = [400, 401, 404].includes(status) ? 'model_failed' : 'model_unavailable'
      expect(error).toMatchObject({ code, message: expect.stringContaining(String(status)) })
      expect(error!.message).not.toContain(apiKey)
      expect(String((error!.cause as Error).stack)).not.toContain(apiKey)
    }
  })

  it('retries after a failure before the first text, as often as configured', async () => {
    const models = await open({ maxRetries: 1 })
    endpoint.script({ status: 503, headers: { 'retry-after-ms': '1' } }, { parts: ['fine'] })
    const parts = await Array.fromAsync(models.answer(request, { signal: new AbortController().signal }))
    expect(parts).toEqual(['fine'])
    expect(endpoint.requests).toHaveLength(2)
  })

  it('learns the parameter names that a model takes', async () => {
    const models = await open()
    const refusal = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    endpoint.script({ status: 400, message: refusal }, { status: 400, message: "'temperature' does not support 0.2" })
    for (let i = 0; i < 2; i++) {
      await Array.fromAsync(models.answer({ ...request, maxTokens: 50 }, { signal: new AbortController().signal }))
    }
    const bodies = endpoint.requests.map(({ body }) => body)
    expect(bodies).toHaveLength(4)
    expect(bodies[0]).toMatchObject({ max_tokens: 50, temperature: 0.2 })
    expect(bodies[3]).toMatchObject({ max_completion_tokens: 50 })
    expect(bodies[3]).not.toHaveProperty('temperature')
  })

  it('learns the name of the limit anew when the endpoint behind the address has changed', async () => {
    const models = await open()
    const refusals = [
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      'Unrecognized request argument supplied: max_completion_tokens',
    ]
    const ask = () =>
      Array.fromAsync(models.answer({ ...request, maxTokens: 50 }, { signal: new AbortController().signal }))
    for (const message of refusals) {
      endpoint.script({ status: 400, message }, { parts: ['fine'] })
      expect(await ask()).toEqual(['fine'])
    }
    expect(endpoint.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [50, undefined],
      [undefined, 50],
      [undefined, 50],
      [50, undefined],
    ])
    endpoint.script(...refusals.map((message) => ({ status: 400, message })))
    await expect(ask()).rejects.toMatchObject({ code: 'model_failed' })
  })

  it('reports at start that an endpoint does not embed, and why', async () => {
    endpoint.script({ status: 404 })
    await expect(open({ embeddingModel: 'none-such' })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: 'The model endpoint failed to embed: it answered 404 (are OPENAI_BASE_URL and the model name right?).',
    })
    const closed = openaiModels({
      baseUrl: 'http://127.0.0.1:9',
      apiKey,
      chatModel: 'c',
      embeddingModel: 'e',
      maxRetries: 0,
    })
    await expect(closed).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('connection broke'),
    })
  })

  it('embeds in batches', async () => {
    const models = await open({ embeddingModel: 'embed-1' })
    await models.embed(Array.from({ length: 300 }, (_, i) => `text ${i}`))
    expect(endpoint.requests.map(({ body }) => body.input.length)).toEqual([1, 128, 128, 44])
    expect(models.embedding).toEqual({ model: 'embed-1', dimensions: 64, weight: 0.3, isIndexed: true })
  })

  it('is ready only while the endpoint answers', async () => {
    const models = await open()
    const other = await open()
    await models.check()
    await endpoint.close()
    await expect(other.check()).rejects.toMatchObject({ code: 'model_unavailable' })
    endpoint = await startOpenAiEndpoint()
  })
})
