import { beforeAll, expect, test, vi } from 'vitest'
import { makePdf } from '../../services/ingest/testing/make-pdf.ts'
import { type ApiClient, readEvents, type SentEvent } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
const patience = { timeout: 40_000, interval: 50 }

beforeAll(async () => {
  api = await platform.newTenant('events')
  await api.teach('Delivery', 'Delivery takes three working days.')
})

/** Reads the stream in the background until `leave`. */
async function follow(lastEventId?: string) {
  const leaving = new AbortController()
  const response = await api.request('GET', '/api/events/stream', {
    signal: leaving.signal,
    ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
  })
  expect(response.status).toBe(200)
  const events: SentEvent[] = []
  const reading = (async () => {
    for await (const event of readEvents(response)) events.push(event)
  })().catch((error) => {
    if (!leaving.signal.aborted) throw error
  })
  return {
    events,
    until: (check: () => void) => vi.waitFor(check, patience),
    async leave() {
      leaving.abort()
      await reading
    },
  }
}
const typesIn = (events: SentEvent[]) => events.map(({ event }) => event)

test('every change comes, numbered without a gap, and whoever comes back misses none', async () => {
  const reader = await follow()
  // What was taught before may still be told.
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('ready'))
  const { conversationId } = await api.ask('How long does delivery take?')
  await reader.until(() => expect(typesIn(reader.events)).toContain('message.sent'))
  await reader.leave()
  const last = reader.events.at(-1)!

  await api.send('PATCH', `/api/conversations/${conversationId}`, { body: { tags: ['later'] } })
  await api.post('/api/conversations/handover', { conversationId })
  await api.teach('Returns', 'Returns are free for thirty days.')
  await api.send('PATCH', '/api/settings', { body: { languages: ['sv'] } })
  await api.post('/api/conversations/bulk', { action: 'close', ids: [conversationId] })

  const [again, also] = [await follow(last.id), await follow(last.id)]
  const wanted = ['conversation.escalated', 'knowledge.updated', 'settings.changed', 'bulk.performed']
  // The bulk action is told beside the change that it makes, so either may come first.
  const isClosing = ({ event, data }: SentEvent) =>
    event === 'conversation.changed' && (data as { conversation: { status: string } }).conversation.status === 'closed'
  for (const each of [again, also]) {
    await each.until(() => {
      expect(typesIn(each.events)).toEqual(expect.arrayContaining(wanted))
      expect(each.events.some(isClosing)).toBe(true)
    })
    await each.leave()
  }
  // What is only of the moment, as how far a document is read, has no number and does not come again.
  const numbered = (events: SentEvent[]) => events.slice(1).filter(({ id }) => id !== '')
  const numbers = [...numbered(reader.events), ...numbered(again.events)].map(({ id }) => Number(id))
  expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i))
  expect(numbered(again.events).slice(0, 7)).toEqual(numbered(also.events).slice(0, 7))
  const changed = again.events.find(({ event }) => event === 'conversation.changed')!
  expect(changed.data).toMatchObject({ type: 'conversation.changed', conversation: { id: conversationId } })
  const received = reader.events.find(({ event }) => event === 'message.received')!
  expect(received.data).toMatchObject({ message: { conversationId, content: 'How long does delivery take?' } })
})

test('how far a document is read is told while it is, without a number', async () => {
  const reader = await follow()
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('ready'))
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(makePdf([['Opening hours'], ['Closed on Mondays'], ['Welcome']]))]),
    'a.pdf',
  )
  const { status, body } = await api.send('POST', '/api/knowledge/sources', { body: form })
  expect(status, JSON.stringify(body)).toBe(202)
  const told = () => reader.events.filter(({ event }) => event === 'source.progress')
  await reader.until(() => expect(told().length).toBeGreaterThan(0))
  const progress = { done: expect.any(Number), total: 3, unit: 'pages' }
  expect(told()[0]).toMatchObject({ id: '', data: { type: 'source.progress', sourceId: body.id, progress } })
  await reader.leave()
})

test('no inbox is stale: contacts that are found, changed, merged and erased are told of', {
  timeout: 120_000,
}, async () => {
  const reader = await follow()
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('ready'))
  const begin = async (email: string) => {
    const { body } = await api.post('/api/chat/message', { message: 'How long does it take?', contact: { email } })
    const { conversationId: id } = body
    const contactOf = () => told('conversation.changed').find(({ conversation }) => conversation?.id === id)
    await reader.until(() => expect(contactOf()?.conversation.contactId).toMatch(/^con_/))
    return { id, contactId: contactOf()!.conversation.contactId as string }
  }
  const told = (type: string) => reader.events.filter(({ event }) => event === type).map(({ data }) => data as any)
  const [kept, merged] = [await begin('kept@example.com'), await begin('merged@example.com')]

  await api.send('PATCH', `/api/contacts/${kept.contactId}`, { body: { name: 'Anna' } })
  await reader.until(() => expect(told('contact.changed')).toMatchObject([{ contactId: kept.contactId }]))
  await api.post('/api/contacts/merge', { into: kept.contactId, from: merged.contactId })
  await reader.until(() => {
    expect(told('contact.changed').map(({ contactId }) => contactId)).toContain(merged.contactId)
    expect(told('conversation.changed').at(-1)).toMatchObject({
      conversation: { id: merged.id, contactId: kept.contactId },
    })
  })
  const { body: log } = await api.get(`/api/conversations/${merged.id}/activity`)
  expect(log.items[0]).toMatchObject({ action: 'contact', from: merged.contactId, to: kept.contactId })

  const before = told('contact.changed').length
  await api.send('POST', `/api/contacts/${kept.contactId}/erase`)
  await reader.until(() => {
    const gone = told('conversation.erased').map(({ conversationId }) => conversationId)
    expect(gone.sort()).toEqual([kept.id, merged.id].sort())
    expect(told('contact.changed').slice(before)).toMatchObject([{ contactId: kept.contactId }])
  })
  expect((await api.get(`/api/conversations/${kept.id}`)).status).toBe(404)
  await reader.leave()
})

test('a policy that is created, changed or deleted is told of, for whoever shows the list', async () => {
  const reader = await follow()
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('ready'))
  const told = () =>
    reader.events.flatMap(({ event, data }) => (event === 'policy.changed' ? [(data as any).policyId] : []))
  const policy = { name: 'Formal', type: 'Tone Control', mode: 'Post-generation', config: { tone: 'formal' } }
  const { status, body: created } = await api.post('/api/policies', policy)
  expect(status, JSON.stringify(created)).toBe(201)
  await reader.until(() => expect(told()).toEqual([created.id]))
  await api.send('PATCH', `/api/policies/${created.id}`, { body: { enabled: false } })
  await reader.until(() => expect(told()).toHaveLength(2))
  await api.send('DELETE', `/api/policies/${created.id}`)
  await reader.until(() => expect(told()).toEqual(Array(3).fill(created.id)))
  expect((await api.get(`/api/policies/${created.id}`)).status).toBe(404)
  await reader.leave()
})

test('nobody sees what happens to another tenant', async () => {
  const reader = await follow()
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('ready'))
  const other = await platform.newTenant('neighbours')
  const theirs = await other.ask('Anything at all?')
  const { conversationId } = await api.ask('How long does delivery take?')
  await reader.until(() => expect(typesIn(reader.events)).toContain('message.sent'))
  await reader.leave()
  const seen = JSON.stringify(reader.events)
  expect(seen).toContain(conversationId)
  expect(seen).not.toContain(theirs.conversationId)
})

test('a number that there never was begins anew, and says so', async () => {
  const reader = await follow('999999999')
  await reader.until(() => expect(typesIn(reader.events)[0]).toBe('reset'))
  await reader.leave()
  expect((await api.get('/api/events/stream', { 'last-event-id': 'x' })).status).toBe(422)
})

test('the stream of a key that is revoked ends', async () => {
  const { body: key } = await api.post('/api/api-keys', { name: 'inbox', scopes: ['conversations'] })
  const response = await fetch(`${platform.baseUrl}/api/events/stream`, { headers: { 'x-api-key': key.key } })
  expect((await api.delete(`/api/api-keys/${key.id}`)).status).toBe(204)
  const events: SentEvent[] = []
  for await (const event of readEvents(response)) events.push(event)
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unauthenticated' } })
})
