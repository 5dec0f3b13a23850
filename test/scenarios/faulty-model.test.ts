import { type OpenAiEndpoint, type ScriptedReply, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readEvents, textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const sentences = ['A parcel to Norway takes two to five days. ', 'It costs 99 kronor – 🧡 for you. ', 'Åter i lager.']
const question = 'How long does a parcel to Norway take?'

let endpoint: OpenAiEndpoint
const platform = usePlatform(async () => {
  endpoint = await startOpenAiEndpoint({ answer: () => sentences })
  return {
    env: {
      OPENAI_BASE_URL: endpoint.url,
      CHAT_MODEL: 'test-model',
      MODEL_FIRST_TOKEN_TIMEOUT_MS: '500',
      MODEL_IDLE_TIMEOUT_MS: '500',
      MODEL_MAX_RETRIES: '1',
      GIVE_UP_AFTER_MS: '0',
    },
  }
})
afterAll(() => endpoint?.close())
beforeAll(() =>
  platform.api.teach(
    'Shipping',
    'A parcel to Norway takes two to five working days and costs 99 kronor. Tracking comes by e-mail.',
  ),
)

async function askStream(conversationId?: string) {
  const body = { message: question, ...(conversationId && { conversationId }) }
  const response = await platform.api.request('POST', '/api/chat/stream', { body })
  const events = await Array.fromAsync(readEvents(response))
  return { events, end: events.at(-1)!, conversationId: events[0]!.data.conversationId as string }
}
const isEnd = ({ event }: { event: string }) => event !== 'start' && event !== 'delta'

const stalled: ScriptedReply = { parts: sentences, after: { parts: 0, fault: 'stall' } }
const error: ScriptedReply = { status: 500 }
/** What a client reads of each: the end of the stream, and whether some of the answer came before. */
const faults: [string, ScriptedReply[], 'done' | 'error', 'whole' | 'some' | 'none'][] = [
  ['stalls before the first word', [stalled], 'error', 'none'],
  ['stalls in the middle', [{ parts: sentences, after: { parts: 1, fault: 'stall' } }], 'error', 'some'],
  ['errs once', [error], 'done', 'whole'],
  ['errs again and again', [error, error], 'error', 'none'],
  ['asks to come back at once', [{ status: 429, headers: { 'retry-after': '0' } }], 'done', 'whole'],
  ['asks to come back in an hour', [{ status: 429, headers: { 'retry-after': '3600' } }], 'error', 'none'],
  ['cuts the connection', [{ parts: sentences, after: { parts: 2, fault: 'cut' } }], 'error', 'some'],
  ['ends without saying so', [{ parts: sentences, after: { parts: 2, fault: 'end' } }], 'error', 'some'],
  ['sends an error in the stream', [{ parts: sentences, after: { parts: 2, fault: 'error' } }], 'error', 'some'],
  ['floods', [{ parts: ['Words without end. '.repeat(500)], flood: true }], 'error', 'some'],
  ['splits characters between its chunks', [{ parts: sentences, pieceBytes: 1 }], 'done', 'whole'],
]

test.each(faults)('an endpoint that %s: one end that says so, and no turn left open', async (_, replies, how, text) => {
  endpoint.script(...replies)
  const { events, end, conversationId } = await askStream()
  expect(events.filter(isEnd)).toEqual([end])
  expect(end.event).toBe(how)
  if (how === 'error') expect(end.data).toMatchObject({ code: 'model_unavailable', message: expect.any(String) })
  if (text === 'whole') expect(textOf(events)).toBe(sentences.join(''))
  if (text === 'none') expect(textOf(events)).toBe('')
  for (const { data } of events) expect(JSON.stringify(data)).not.toContain('\uFFFD')

  // The next question in the same conversation is answered: nothing waits behind the one that failed.
  const next = await askStream(conversationId)
  expect(next.end.event).toBe('done')
  const { body } = await platform.api.get(`/api/conversations/${conversationId}/messages`)
  const outcomes = body.items.map(({ outcome }: { outcome?: string }) => outcome).filter(Boolean)
  expect(outcomes).toEqual(['answered', how === 'done' ? 'answered' : 'failed'])
})

test('what questions cost is counted for the tenant that asked them, and for no other', async () => {
  const other = await platform.newTenant('another')
  const counted = async () => {
    const { status, body } = await platform.api.get('/api/usage')
    expect(status).toBe(200)
    // Two of each fault above.
    expect(body.questions).toBe(faults.length * 2)
    expect(body.completionTokens).toBeGreaterThan(500)
    expect(body.days.at(-1).questions).toBeGreaterThan(0)
  }
  await vi.waitFor(counted, { timeout: 30_000, interval: 100 })
  expect((await other.get('/api/usage')).body).toMatchObject({ questions: 0, promptTokens: 0 })
  const preview = await platform.api.get('/api/settings/threshold-preview?threshold=1')
  expect(preview.body).toMatchObject({ threshold: 1, answered: { would: 0 } })
  expect(preview.body.changed[0]).toMatchObject({ question, was: 'answered', would: 'escalated' })
})
