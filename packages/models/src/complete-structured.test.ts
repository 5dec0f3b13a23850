import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { completeStructured } from './complete-structured.ts'
import { loadTokenizer } from './count-tokens.ts'
import { openEndpoints } from './open-endpoints.ts'
import { openaiModels } from './openai.ts'
import { readObject } from './read-object.ts'

const signal = new AbortController().signal
const passages = [{ id: 'p', title: 'Delivery', text: 'Three days.' }]
const question = { question: 'How long?', passages }

let endpoint: OpenAiEndpoint
afterEach(() => endpoint.stop())

const open = () => openaiModels({ baseUrl: endpoint.url, apiKey: 'key', chatModel: 'chat-1', maxRetries: 0 })

describe('an endpoint that refuses structured output', () => {
  const refusals = [
    { status: 400, message: "Unknown parameter: 'response_format'" },
    { status: 422, message: 'Extra inputs are not permitted' },
    { status: 400, message: 'This model does not support structured outputs' },
    { status: 404, message: 'No endpoints found that can handle the requested json_schema' },
    { status: 500, message: 'failed to parse grammar' },
    { status: 400, message: 'Bad Request' },
  ]

  it.each(refusals)('is asked for any JSON, with the schema in words: $status $message', async (refusal) => {
    const structure = (body: any) =>
      body.response_format.type === 'json_schema' ? refusal : { parts: ['```json\n{"answers": "no"}\n```'] }
    endpoint = await startOpenAiEndpoint({ structure })
    const models = await open()
    expect(await models.judge(question, { signal })).toBe('no')
    expect(await models.judge(question, { signal })).toBe('no')
    const formats = endpoint.structured.map(({ body }) => body.response_format.type)
    expect(formats).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(endpoint.structured[1]!.body.messages[0].content).toContain('"enum":["yes","partly","no"]')
  })

  it('learns the name of the limit anew when the endpoint behind the address has changed', async () => {
    let taken = 'max_completion_tokens'
    const structure = (body: any) =>
      taken in body
        ? { parts: ['{"answers": "no"}'] }
        : { status: 400, message: `Unsupported: ${Object.keys(body)}. Known: max_completion_tokens or max_tokens` }
    endpoint = await startOpenAiEndpoint({ structure })
    const models = await open()
    expect(await models.judge(question, { signal })).toBe('no')
    taken = 'max_tokens'
    expect(await models.judge(question, { signal })).toBe('no')
    expect(endpoint.structured.map(({ body }) => 'max_tokens' in body)).toEqual([true, false, false, true])
  })

  it.each(refusals)('is asked without any format in the end: $status $message', async (refusal) => {
    const answer = () => ['<think>The passages say {"answers": "yes"}?</think>', "The verdict: {'answers': 'partly',}."]
    endpoint = await startOpenAiEndpoint({ structure: () => refusal, answer })
    const models = await open()
    expect(await models.judge(question, { signal })).toBe('partly')
    expect(await models.judge(question, { signal })).toBe('partly')
    expect(endpoint.structured).toHaveLength(2)
    expect(endpoint.requests).toHaveLength(2)
    expect(endpoint.requests[0]!.body.messages[0].content).toContain('JSON')
  })

  it('is asked for the schema again after ten minutes', async () => {
    let now = 0
    let refuses = true
    const structure = (body: any) =>
      refuses && body.response_format.type === 'json_schema'
        ? { status: 400, message: 'response_format' }
        : { answers: 'yes' }
    endpoint = await startOpenAiEndpoint({ structure })
    const options = { baseUrl: endpoint.url, apiKey: 'key', chatModel: 'chat-1', maxRetries: 0 }
    const [first] = openEndpoints(OpenAI, options, await loadTokenizer('chat-1')).endpoints
    const ask = completeStructured(first!, () => now)
    const asking = () =>
      ask(z.strictObject({ answers: z.enum(['yes', 'no']) }), 'verdict', {
        messages: [{ role: 'user', content: 'Well?' }],
        maxTokens: 100,
        signal,
      })
    await asking()
    refuses = false
    now += 9 * 60_000
    await asking()
    now += 2 * 60_000
    await asking()
    const formats = endpoint.structured.map(({ body }) => body.response_format.type)
    expect(formats).toEqual(['json_schema', 'json_object', 'json_object', 'json_schema'])
  })

  it('is not asked for another format when the fault is another', async () => {
    endpoint = await startOpenAiEndpoint({ structure: () => ({ status: 401, message: 'wrong key' }) })
    const models = await open()
    await expect(models.judge(question, { signal })).rejects.toMatchObject({ code: 'model_failed' })
    expect(endpoint.structured).toHaveLength(1)
  })
})

describe('read an object', () => {
  const verdict = z.strictObject({ answers: z.enum(['yes', 'partly', 'no']) })
  endpoint = undefined as never

  it.each([
    '{"answers":"no"}',
    ' ```json\n{"answers": "no"}\n``` ',
    '```\n{ "answers": "no" }\n```\nBecause the passages are about lamps {and chairs}.',
    'Here it is: {"answers": "no"}. I hope that helps!',
    'First I thought {"answers": "yes"}, but: {"answers": "no"}',
    "{'answers': 'no'}",
    '{answers: "no"}',
    '{"answers": "no",}',
    '{"Answers": "No"}',
    '{"answers": "no", "reason": "it isn\'t in \\"them\\" {at all}"}',
    "{'answers': 'no', 'reason': 'it isn\\'t there'}",
    '[{"answers": "no"}]',
    '{“answers”: “no”}',
    'No.',
    '**no**',
  ])('understands %s', (reply) => {
    expect(readObject(reply, verdict)).toEqual({ answers: 'no' })
  })

  it.each(['', 'certainly!', 'yes and no', '{"answers": "perhaps"}', '{"verdict": "no"}', '{"answers": "no"'])(
    'finds none in %s',
    (reply) => {
      expect(() => readObject(reply, verdict)).toThrow('no object')
    },
  )

  it('keeps text as it was written', () => {
    const note = z.strictObject({ question: z.string() })
    expect(readObject('{"question": "Does It\'s lamp, {A}: \'x\', work?"}', note)).toEqual({
      question: "Does It's lamp, {A}: 'x', work?",
    })
  })
})
