import { createClient, verifyWebhook } from '@frontdesk/client'
import { afterEach, expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const patience = { timeout: 45_000, interval: 50 }
const leaving = new AbortController()
afterEach(() => leaving.abort())

test('a listener is sent signed events, whatever their size, of every part of the platform', async () => {
  const client = createClient({ baseUrl: platform.baseUrl, apiKey: platform.apiKey })
  const listener = await client.post('/api/webhook-listeners', { body: {} })
  const seen: { number: number; headers: Record<string, string>; body: string }[] = []
  const ready = Promise.withResolvers<void>()
  const reading = (async () => {
    const options = { path: { listenerId: listener.id }, signal: leaving.signal }
    for await (const { event } of client.follow('/api/webhook-listeners/{listenerId}/stream', options)) {
      if (event.type === 'delivery') seen.push(event)
      else ready.resolve()
    }
  })().catch((error) => error)
  await ready.promise

  const { id } = await platform.api.teach('Umbrellas', 'Umbrellas are waterproof.')
  const metadata = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`field ${i}`, `å"${i}`.repeat(199)]))
  const path = { sourceId: id }
  await client.put('/api/knowledge/sources/{sourceId}', { path, body: { metadata } })
  const { conversationId } = await client.post('/api/chat/message', { body: { message: 'Are umbrellas waterproof?' } })

  const parsed = () => seen.map(({ body }) => JSON.parse(body))
  await vi.waitFor(() => {
    expect(parsed().filter(({ key }) => key === conversationId).length).toBeGreaterThanOrEqual(3)
    expect(
      parsed()
        .filter(({ key }) => key === id)
        .at(-1)?.data.source.metadata,
    ).toEqual(metadata)
  }, patience)
  expect(seen.map(({ number }) => number)).toEqual(seen.map((_, i) => i + 1))
  expect(Math.max(...seen.map(({ body }) => body.length))).toBeGreaterThan(120_000)
  for (const { headers, body } of seen) await verifyWebhook(headers, body, listener.secret)
  for (const of of [id, conversationId]) {
    const sequences = parsed().flatMap(({ key, sequence }) => (key === of ? [sequence] : []))
    expect(sequences).toEqual(sequences.map((_, i) => sequences[0] + i))
  }
  leaving.abort()
  await reading
  await client.delete('/api/webhook-listeners/{listenerId}', { path: { listenerId: listener.id } })
})
