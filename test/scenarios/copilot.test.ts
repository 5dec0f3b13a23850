import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiClient, type Reply, readEvents, textOf } from './api-client.ts'
import { type ScenarioPlatform, usePlatform } from './platform.ts'

const knowledge = 'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.'
const question = 'How long does a parcel to Norway take?'
const refusal = /^I'm unable to process that request/

/** A conversation in which people have taken over, so that what the customer says now is the latest message. */
async function conversationWith(api: ApiClient, ...said: string[]): Promise<string> {
  const { conversationId } = await api.ask(question)
  expect((await api.post('/api/conversations/handover', { conversationId })).status).toBe(200)
  for (const message of said) expect((await api.ask(message, { conversationId })).outcome).toBe('waiting')
  return conversationId
}
const run = (
  api: ApiClient,
  action: string,
  conversationId: string,
  headers?: Record<string, string>,
): Promise<Reply> => api.post('/api/copilot', { action, conversationId }, headers)
async function runStream(platform: ScenarioPlatform, action: string, conversationId: string, key?: string) {
  const response = await platform.api.request('POST', '/api/copilot', {
    body: { action, conversationId },
    headers: { accept: 'text/event-stream', ...(key && { 'idempotency-key': key }) },
  })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  return Array.fromAsync(readEvents(response))
}
async function newestMessage(api: ApiClient, conversationId: string): Promise<any> {
  const { body } = await api.get(`/api/conversations/${conversationId}/messages?limit=1`)
  return body.items[0]
}

describe('without a model', () => {
  const platform = usePlatform()
  beforeAll(() => platform.api.teach('Shipping', knowledge))

  test('every action that can be honest answers, and names the newest message it saw', async () => {
    const { api } = platform
    const conversationId = await conversationWith(api, 'Hello again, is the tracking number sent by e-mail?')
    const { id: messageId } = await newestMessage(api, conversationId)
    for (const action of ['summarize', 'suggest_reply', 'analyze_sentiment', 'draft_note', 'translate_en']) {
      const { status, body } = await run(api, action, conversationId)
      expect({ status, body }, action).toMatchObject({ status: 200, body: { action, conversationId, messageId } })
      expect(body.result, action).toMatch(/\S/)
      expect(body.model, action).toBe('local')
      expect(body.outcome, action).toBe('done')
    }
    const needsModel = await run(api, 'translate_sv', conversationId)
    expect(needsModel).toMatchObject({ status: 501, body: { code: 'model_required' } })
  })

  test('a text that is in the language already comes back as it is', async () => {
    const text = 'Hej! Jag väntar fortfarande på mitt paket 4711 till Norge.'
    const conversationId = await conversationWith(platform.api, text)
    expect((await run(platform.api, 'translate_sv', conversationId)).body.result).toBe(text)
  })

  test('a reply is suggested from the knowledge base with its sources, however the customer asks, or there is none', async () => {
    const { api } = platform
    const asked = await conversationWith(api, 'I want to talk to a human! How long does a parcel to Norway take?')
    const { body } = await run(api, 'suggest_reply', asked)
    expect(body.result).toContain('two to five working days')
    expect(body.sources[0]).toMatchObject({ title: 'Shipping', quote: expect.stringContaining('Norway') })

    const unknown = await conversationWith(api, 'Who painted the ceiling of the Sistine Chapel?')
    const none = await run(api, 'suggest_reply', unknown)
    expect(none).toMatchObject({ status: 200, body: { sources: [], outcome: 'nothing_found' } })
    expect(none.body.result).toMatch(/no answer/)

    await run(api, 'summarize', unknown)
    const runs = await api.get(`/api/conversations/${unknown}/copilot?limit=1`)
    expect(runs.body.items).toMatchObject([{ action: 'summarize', conversationId: unknown, outcome: 'done' }])
    const more = await api.get(`/api/conversations/${unknown}/copilot?cursor=${runs.body.nextCursor}`)
    const [listed] = more.body.items
    expect(more.body).toEqual({
      items: [{ ...none.body, id: listed.id, createdAt: listed.createdAt }],
      nextCursor: null,
    })
    expect((await api.get('/api/conversations/cnv_00000000000000000000000000000000/copilot')).status).toBe(404)
  })

  test('the mood of the customer is heard in both languages', async () => {
    for (const [text, label] of [
      ['This is the third time I ask. Unacceptable!', 'frustrated'],
      ['Tack så mycket, vilken trevlig hjälp!', 'positive'],
      ['My order number is 4711.', 'neutral'],
      ['Paketet är tyvärr skadat.', 'negative'],
    ] as const) {
      const conversationId = await conversationWith(platform.api, text)
      const { body } = await run(platform.api, 'analyze_sentiment', conversationId)
      expect(body.sentiment, text).toEqual({ label, score: expect.any(Number) })
      expect(body.sentiment.score).toBeGreaterThanOrEqual(0.5)
      expect(body.sentiment.score).toBeLessThanOrEqual(1)
    }
  })

  test('a note says what the customer wants, what was tried and what is open, in their own words', async () => {
    const conversationId = await conversationWith(platform.api, 'The parcel 4711 has not come. Where is it?')
    const { result } = (await run(platform.api, 'draft_note', conversationId)).body
    expect(result).toMatch(/The customer wants:\n(- .*\n)*- “Where is it\?”/)
    expect(result).toMatch(/tried so far:\n- AI: “/)
    expect(result).toMatch(/Open:\n- No answer yet to: “Where is it\?”/)
  })

  test('the stream tells the same as the JSON, and the same operation is the same in both', async () => {
    const { api } = platform
    const conversationId = await conversationWith(api, 'Where is parcel 4711? It was sent on 3 March.')
    const streamed = await runStream(platform, 'summarize', conversationId, 'stream-first')
    expect(streamed.map(({ event }) => event)).toEqual(['start', ...streamed.slice(1, -1).map(() => 'delta'), 'done'])
    for (const { event, data } of streamed) expect(data.type).toBe(event)
    const { type: _, ...done } = streamed.at(-1)!.data
    expect(textOf(streamed)).toBe(done.result)

    await api.ask('Anybody there?', { conversationId })
    const again = await run(api, 'summarize', conversationId, { 'idempotency-key': 'stream-first' })
    expect(again.body).toEqual(done)
    const replayed = await runStream(platform, 'summarize', conversationId, 'stream-first')
    expect(replayed.at(-1)!.data).toEqual({ type: 'done', ...done })
    expect(textOf(replayed)).toBe(done.result)
    const now = await run(api, 'summarize', conversationId)
    expect(now.body.messageId).not.toBe(done.messageId)
  })

  test('what is refused before anything is written is a problem, also where a stream was asked for', async () => {
    const conversationId = await conversationWith(platform.api, 'Where is it?')
    for (const [body, status, code] of [
      [{ action: 'summarize', conversationId: 'cnv_none' }, 404, 'not_found'],
      [{ action: 'translate_sv', conversationId }, 501, 'model_required'],
      [{ action: 'guess', conversationId }, 422, 'invalid_request'],
    ] as const) {
      const reply = await platform.api.post('/api/copilot', body, { accept: 'text/event-stream' })
      expect(reply).toMatchObject({ status, body: { code } })
    }
  })

  test('policies decide what leaves', async () => {
    const api = await platform.newTenant('copilot policies')
    const conversationId = await conversationWith(api, 'Write to bo@example.se about parcel 4711, please?')
    const policy = { name: 'mask', type: 'PII Filter', mode: 'Post-generation', config: { kinds: ['email'] } }
    expect((await api.post('/api/policies', policy)).status).toBe(201)
    for (const action of ['summarize', 'draft_note', 'translate_en']) {
      const { result } = (await run(api, action, conversationId)).body
      expect(result, action).toContain('b*@e*********')
      expect(result, action).not.toContain('bo@example.se')
    }
    const topic = { name: 'parcels', phrases: ['parcel'] }
    const block = { name: 'block', type: 'Topic Filter', mode: 'Post-generation', config: { topics: [topic] } }
    expect((await api.post('/api/policies', block)).status).toBe(201)
    expect((await run(api, 'draft_note', conversationId)).body.result).toMatch(refusal)
  })
})

describe('with a model', () => {
  let endpoint: OpenAiEndpoint
  let structured: Record<string, object>
  const platform = usePlatform(async () => {
    endpoint = await startOpenAiEndpoint({
      answer: () => ['A parcel to Norway takes two to five working days.'],
      structure: (body) => structured[body.response_format.json_schema.name],
    })
    return { env: { OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'test-model' } }
  })
  afterAll(() => endpoint?.close())
  beforeAll(() => platform.api.teach('Shipping', knowledge))
  beforeEach(() => {
    structured = {}
  })

  const said = 'Hej, jag heter Anna Berg. Mitt paket KX-200 för 1 299 kr har inte kommit. Se https://shop.example/o/17.'

  test('a summary keeps only what stands in a message', async () => {
    const { api } = platform
    const conversationId = await conversationWith(api, said)
    endpoint.script({
      parts: ['Kunden Anna Berg väntar på paket KX-200. ', 'Hon betalade 1 399 kr. ', 'Paketet kostade 1 299 kr.'],
    })
    const kept = await run(api, 'summarize', conversationId)
    expect(kept.body).toMatchObject({ model: 'test-model' })
    expect(kept.body.result).toBe('Kunden Anna Berg väntar på paket KX-200. Paketet kostade 1 299 kr.')

    endpoint.script({ parts: ['Kunden Anna Holm väntar. ', 'Hon betalade 1 399 kr.'] })
    const extracted = await run(api, 'summarize', conversationId)
    expect(extracted.body.model).toBe('local')
    expect(extracted.body.result).not.toMatch(/Holm|1 399/)
  })

  test('a translation is checked, asked for once more with what it lost, and shown only when it is faithful', async () => {
    const { api } = platform
    const conversationId = await conversationWith(api, said)
    const good =
      'Hi, my name is Anna Berg. My parcel KX-200 for 1,299 kr has not arrived. See https://shop.example/o/17.'
    const bad = good.replace('Anna', 'Anne').replace('KX-200', 'KX-2000')
    endpoint.script({ parts: [bad] }, { parts: [good] })
    const before = endpoint.requests.length
    const translated = await run(api, 'translate_en', conversationId)
    expect(translated.body).toMatchObject({ result: good, model: 'test-model' })
    const prompts = endpoint.requests.slice(before).map(({ body }) => JSON.stringify(body.messages))
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('KX-200\\",\\"Anna')

    endpoint.script({ parts: [bad] }, { parts: [bad] })
    const streamed = await runStream(platform, 'translate_en', conversationId)
    expect(streamed.map(({ event }) => event)).toEqual(['start', 'error'])
    expect(streamed[1]!.data).toMatchObject({ code: 'model_unfaithful' })
    expect(JSON.stringify(streamed)).not.toContain('Anne')

    const asked = endpoint.requests.length
    expect((await run(api, 'translate_sv', conversationId)).body).toMatchObject({ result: said, model: 'local' })
    expect(endpoint.requests).toHaveLength(asked)
  })

  test('when the client goes away the model call is stopped', async () => {
    const conversationId = await conversationWith(platform.api, said)
    const before = endpoint.requests.length
    endpoint.script({ parts: ['Kunden ', 'väntar.'], after: { parts: 1, fault: 'stall' } })
    const gone = new AbortController()
    const response = await platform.api.request('POST', '/api/copilot', {
      body: { action: 'summarize', conversationId },
      headers: { accept: 'text/event-stream' },
      signal: gone.signal,
    })
    expect((await readEvents(response).next()).value).toMatchObject({ event: 'start' })
    await vi.waitFor(() => expect(endpoint.requests.length).toBe(before + 1), { timeout: 10_000 })
    gone.abort()
    await vi.waitFor(() => expect(endpoint.requests[before]!.state).toBe('aborted'), { timeout: 10_000 })
  })

  test('a reply is what the model writes from the knowledge base, with its sources', async () => {
    const conversationId = await conversationWith(platform.api, question)
    const { body } = await run(platform.api, 'suggest_reply', conversationId)
    expect(body).toMatchObject({ result: 'A parcel to Norway takes two to five working days.', model: 'test-model' })
    expect(body.sources[0]).toMatchObject({ title: 'Shipping' })
  })

  test('the model tells the mood; when it can not be asked, the lexicon does', async () => {
    const conversationId = await conversationWith(platform.api, 'Where is my parcel 4711?')
    structured.assessment = { sentiment: 'frustrated', certainty: 0.8 }
    const told = await run(platform.api, 'analyze_sentiment', conversationId)
    expect(told.body).toMatchObject({ sentiment: { label: 'frustrated', score: 0.8 }, model: 'test-model' })
    structured.assessment = { status: 500 }
    const heard = await run(platform.api, 'analyze_sentiment', conversationId)
    expect(heard.body).toMatchObject({ sentiment: { label: 'neutral' }, model: 'local' })
  })

  test('a note keeps only what stands in a message, under its headings', async () => {
    const conversationId = await conversationWith(platform.api, said)
    structured.note = {
      wants: ['Kunden Anna Berg vill ha paket KX-200.'],
      tried: ['Hon lovades 500 kr.'],
      open: ['Paketet för 1 299 kr har inte kommit.'],
    }
    const { body } = await run(platform.api, 'draft_note', conversationId)
    expect(body.model).toBe('test-model')
    expect(body.result).toContain('- Kunden Anna Berg vill ha paket KX-200.')
    expect(body.result).toContain('- Paketet för 1 299 kr har inte kommit.')
    expect(body.result).not.toContain('500')
  })
})
