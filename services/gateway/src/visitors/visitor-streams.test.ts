import { hash } from 'node:crypto'
import { once } from 'node:events'
import { defaultSettings } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it, vi } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

/** Streams that begin and never end by themselves. */
const chat = standIn({
  name: 'chat',
  handlers: {
    chat: {
      settingsRead: async () => defaultSettings,
      visitorRead: async () => ({ verified: false }),
      visitorConversationList: async () => ({ items: [], nextCursor: null }),
      async *turnFollow({ messageId }, { signal }) {
        yield { type: 'start' as const, offset: 0, conversationId: 'cnv_1', messageId }
        if (!signal.aborted) await once(signal, 'abort')
      },
      async *visitorFollow(_, { signal }) {
        yield { type: 'ready' as const, number: 1 }
        if (!signal.aborted) await once(signal, 'abort')
      },
    },
  },
})

const gateway = useGateway(() => ({ services: [chat] }), { listens: true })

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const sent = { 'content-type': 'application/json', ...headers }
  const reply = await fetch(gateway.baseUrl() + path, { method: 'POST', body: JSON.stringify(body), headers: sent })
  return { status: reply.status, body: (await reply.json()) as any }
}

const newWidget = async (): Promise<string> =>
  (await post('/api/widgets', { name: 'Shop', allowedOrigins: ['*'] }, { 'x-api-key': bootstrapKey })).body.id

/** Does the work that may be asked for. */
async function begin(widgetId: string): Promise<string> {
  const asked = await post(`/api/widget/${widgetId}/session`, {})
  if (asked.status === 201) return asked.body.token
  const { salt, difficulty } = asked.body.challenge
  let solution = 0
  while (BigInt(`0x${hash('sha256', `${salt}${solution}`)}`) >> BigInt(256 - difficulty) !== 0n) solution++
  const { status, body } = await post(`/api/widget/${widgetId}/session`, { challenge: { salt, solution } })
  expect(status).toBe(201)
  return body.token
}

/** Opens a stream and reads its first event. */
async function open(path: string, token: string) {
  const leaving = new AbortController()
  const { status, headers, body } = await fetch(gateway.baseUrl() + path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  const first = (await reader.read()).value!
  return { status, headers, first, reader, leave: () => leaving.abort() }
}

it('a visitor reads eight answers again at once, and another one when one of them has ended', async () => {
  const token = await begin(await newWidget())
  const path = '/api/widget/messages/msg_1/stream'
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(path, token)))
  for (const { status, first } of opened) {
    expect(status).toBe(200)
    expect(first).toContain('event: start')
  }
  const over = await open(path, token)
  expect(over.status).toBe(429)
  expect(over.first).toContain('rate_limited')
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  opened[0]!.leave()
  const next = await vi.waitFor(async () => {
    const stream = await open(path, token)
    expect(stream.status).toBe(200)
    return stream
  })
  for (const { leave } of [...opened.slice(1), next]) leave()
})

it('a network has 20 streams of events, of which a newer one of the same session replaces the older', async () => {
  const widgetId = await newWidget()
  const tokens: string[] = []
  for (let i = 0; i < 21; i++) tokens.push(await begin(widgetId))
  const opened: Awaited<ReturnType<typeof open>>[] = []
  for (const token of tokens.slice(0, 20)) opened.push(await open('/api/widget/events', token))
  for (const { status } of opened) expect(status).toBe(200)
  expect((await open('/api/widget/events', tokens[20]!)).status).toBe(429)
  const newer = await open('/api/widget/events', tokens[0]!)
  expect(newer.status).toBe(200)
  expect((await opened[0]!.reader.read()).value).toContain('conflict')
  newer.leave()
  await vi.waitFor(async () => {
    const stream = await open('/api/widget/events', tokens[20]!)
    stream.leave()
    expect(stream.status).toBe(200)
  })
  for (const { leave } of opened) leave()
})
