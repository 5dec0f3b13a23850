import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readEvents, type SentEvent, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

/** 15 s unless told otherwise; the journey is the same. */
const abandonAfterMs = 2_000
const sentences = ['A parcel to Norway takes two to five days. ', 'It costs 99 kronor. ', 'Tracking comes by e-mail.']
const question = 'How long does a parcel to Norway take?'

let endpoint: OpenAiEndpoint
const platform = usePlatform(async () => {
  endpoint = await startOpenAiEndpoint({ answer: () => sentences })
  return {
    env: { OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'test-model', ABANDON_AFTER_MS: String(abandonAfterMs) },
  }
})
afterAll(() => endpoint?.close())
beforeAll(() =>
  platform.api.teach(
    'Shipping',
    'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.',
  ),
)
beforeEach(() => void endpoint.requests.splice(0))

const completions = () => endpoint.requests.filter(({ path }) => path.endsWith('/chat/completions'))

/** Opens a stream and reads it until some of the answer has come. */
async function openUntilFirstDelta(): Promise<{ messageId: string; seen: SentEvent[]; leave(): void }> {
  const gone = new AbortController()
  const response = await platform.api.request('POST', '/api/chat/stream', {
    body: { message: question },
    signal: gone.signal,
  })
  const events = readEvents(response)
  const seen: SentEvent[] = []
  while (!seen.some(({ event }) => event === 'delta')) {
    const next = await events.next()
    expect(next.done).toBe(false)
    seen.push(next.value as SentEvent)
  }
  return { messageId: seen[0]!.data.messageId, seen, leave: () => gone.abort() }
}

test('the answer is what the model wrote, from the chunks alone, in JSON as in the stream', async () => {
  const { api } = platform
  const answer = await api.ask(question)
  expect(answer).toMatchObject({ outcome: 'answered', content: sentences.join('') })
  expect(answer.sources[0]).toMatchObject({ title: 'Shipping' })
  const prompt = JSON.stringify(completions()[0]!.body.messages)
  expect(prompt).toContain('A parcel to Norway takes two to five working days')
  expect(textOf(await api.askStream(question))).toBe(answer.content)
})

test('when the client goes away for good the model call is stopped and the turn ends interrupted, its text kept', async () => {
  endpoint.script({ parts: sentences, after: { parts: 2, fault: 'stall' } })
  const { messageId, seen, leave } = await openUntilFirstDelta()
  leave()
  await vi.waitFor(() => expect(completions()[0]!.state).toBe('aborted'), { timeout: abandonAfterMs + 10_000 })

  const response = await platform.api.request('GET', `/api/chat/stream/${messageId}`)
  const events = await Array.fromAsync(readEvents(response))
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'interrupted' } })
  expect(textOf(events).startsWith(textOf(seen))).toBe(true)
})

/** Leaves a stream and comes back to it; undefined when a busy machine let it back in so late that the turn was given up. */
async function leaveAndComeBack(signal: AbortSignal): Promise<Response | undefined> {
  endpoint.requests.splice(0)
  endpoint.script({ parts: sentences, after: { parts: 2, fault: 'stall' } })
  const { messageId, seen, leave } = await openUntilFirstDelta()
  const left = performance.now()
  leave()
  const { id } = seen.at(-1)!
  const headers = { 'last-event-id': id }
  const response = await platform.api.request('GET', `/api/chat/stream/${messageId}`, { headers, signal })
  return performance.now() - left < abandonAfterMs ? response : undefined
}

test('when the client comes back in time the model call goes on, and the rest comes from where it was', async () => {
  const again = new AbortController()
  let response: Response | undefined
  for (let tries = 0; !response && tries < 5; tries++) response = await leaveAndComeBack(again.signal)
  const started = performance.now()
  await vi.waitFor(() => expect(performance.now() - started).toBeGreaterThan(abandonAfterMs * 1.5), { timeout: 10_000 })
  expect(completions()[0]!.state).toBe('open')
  // Used to the end: a response that nobody holds any more is closed by the client.
  expect(response?.ok).toBe(true)
  again.abort()
})

test('a model that does not answer is said to be unavailable, and no answer is made up', async () => {
  endpoint.script(...Array.from({ length: 20 }, () => ({ status: 503 })))
  const reply = await platform.api.post('/api/chat/message', { message: question })
  expect(reply).toMatchObject({ status: 503, body: { code: 'model_unavailable' } })
})
