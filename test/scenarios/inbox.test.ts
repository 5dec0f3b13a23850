import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
let anna: { id: string }
const patience = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  api = await platform.newTenant('inbox')
  await api.teach('Delivery', 'Delivery takes three working days. A gift card is valid for two years.')
  anna = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body
})

const talk = async (message = 'How long does delivery take?', more: object = {}): Promise<string> => {
  const { body } = await api.post('/api/chat/message', { message, ...more })
  return body.conversationId
}
const patch = (conversationId: string, body: object) =>
  api.send('PATCH', `/api/conversations/${conversationId}`, { body, headers: { 'x-agent-id': anna.id } })
const idsIn = async (query: string): Promise<string[]> => {
  const { status, body } = await api.get(`/api/conversations?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ id }: { id: string }) => id)
}
const bulk = (body: object, headers?: Record<string, string>) => api.post('/api/conversations/bulk', body, headers)

test('what people change is there at once, found by it, and stands in the log under their name', async () => {
  const id = await talk()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const changed = await patch(id, { assignee: anna.id, tags: ['vip'], subject: 'Parcel', snoozedUntil: until })
  expect(changed).toMatchObject({
    status: 200,
    body: { assignee: anna.id, tags: ['vip'], subject: 'Parcel', snoozedUntil: until, status: 'open', handler: 'ai' },
  })
  expect(await idsIn(`assignee=${anna.id}`)).toEqual([id])
  expect(await idsIn('tag=vip&status=open&handler=ai&channel=api')).toEqual([id])
  expect(await idsIn('tag=vip&status=closed')).toEqual([])
  const { body: log } = await api.get(`/api/conversations/${id}/activity?limit=2`)
  expect(log.items).toHaveLength(2)
  const { body: rest } = await api.get(`/api/conversations/${id}/activity?limit=2&cursor=${log.nextCursor}`)
  const by = { kind: 'agent', id: anna.id }
  expect([...log.items, ...rest.items].toReversed()).toMatchObject([
    { actor: by, action: 'assign', from: null, to: anna.id },
    { actor: by, action: 'tag', from: [], to: ['vip'] },
    { actor: by, action: 'subject', from: null, to: 'Parcel' },
    { actor: by, action: 'snooze', from: null, to: until },
  ])
  // Saying what is so already adds nothing.
  await patch(id, { assignee: anna.id, tags: ['vip'] })
  expect((await api.get(`/api/conversations/${id}/activity`)).body.items).toHaveLength(4)
})

test('lists take a filter several times, know who asks, and show what came last and who waits', async () => {
  const as = (agentId: string) => ({ headers: { 'x-agent-id': agentId } })
  const listAs = async (agentId: string, query: string) =>
    (await api.send('GET', `/api/conversations?${query}`, as(agentId))).body.items
  const bo = (await api.post('/api/agents', { name: 'Bo', email: 'bo@example.com' })).body
  const mine = await talk()
  const theirs = await talk()
  const nobodys = await talk()
  await patch(mine, { assignee: anna.id, tags: ['northern'] })
  await patch(theirs, { assignee: bo.id, tags: ['northern'], status: 'resolved' })
  await patch(nobodys, { tags: ['northern', 'far'], snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await idsIn('tag=northern&status=open&status=resolved')).toEqual([nobodys, theirs, mine])
  expect(await idsIn('tag=northern&status=open&sort=oldest')).toEqual([mine, nobodys])
  expect(await idsIn(`tag=northern&assignee=none&assignee=${bo.id}`)).toEqual([nobodys, theirs])
  expect(await idsIn('tag=northern&snoozed=true')).toEqual([nobodys])
  expect(await idsIn('tag=northern&snoozed=false')).toEqual([theirs, mine])
  expect(await idsIn(`ids=${mine}&ids=${nobodys}&ids=cnv_${'0'.repeat(32)}`)).toEqual([nobodys, mine])
  expect((await listAs(anna.id, 'tag=northern&assignee=me')).map(({ id }: any) => id)).toEqual([mine])
  expect((await api.get('/api/conversations?assignee=me')).status).toBe(422)

  const [shown] = await listAs(anna.id, `ids=${mine}`)
  expect(shown).toMatchObject({
    unread: true,
    preview: { author: { kind: 'ai' }, kind: 'message', text: expect.stringContaining('three working days') },
    firstResponseAt: expect.any(String),
  })
  const markRead = (sequence: number, agentId: string) =>
    api.send('PUT', `/api/conversations/${mine}/read`, { body: { sequence }, ...as(agentId) })
  expect((await markRead(shown.messageCount, anna.id)).status).toBe(204)
  const unread = async (agentId: string) => (await listAs(agentId, 'tag=northern&unread=true')).map(({ id }: any) => id)
  expect(await unread(anna.id)).toEqual([nobodys, theirs])
  expect(await unread(bo.id)).toEqual([nobodys, theirs, mine])
  expect((await markRead(1, 'agt_nobody')).status).toBe(422)

  await api.post('/api/conversations/handover', { conversationId: mine })
  await talk('Is anybody there?', { conversationId: mine })
  const waiting = (await api.get('/api/conversations?sort=waiting&tag=northern')).body.items
  expect(waiting.map(({ id }: any) => id)).toEqual([mine])
  expect(waiting[0]).toMatchObject({ waitingSince: expect.any(String), preview: { author: { kind: 'customer' } } })
  expect((await unread(anna.id))[0]).toBe(mine)
  expect((await api.get('/api/conversations?sort=waiting&q=anybody')).status).toBe(422)
  const passedOn = await talk('I want to talk to a human')
  expect((await api.get(`/api/conversations?ids=${passedOn}`)).body.items[0].preview).toMatchObject({
    author: { kind: 'customer' },
    text: 'I want to talk to a human',
  })
})

test('an agent resolves for certain; a closed conversation opens again when its customer writes', async () => {
  const id = await talk()
  expect((await patch(id, { status: 'resolved' })).body).toMatchObject({
    status: 'resolved',
    resolved: { by: 'agent', how: 'confirmed' },
  })
  expect((await patch(id, { status: 'closed' })).body).toMatchObject({ status: 'closed' })
  expect(await api.ask('How long does delivery take?', { conversationId: id })).toMatchObject({ outcome: 'answered' })
  const { body } = await api.get(`/api/conversations/${id}`)
  expect(body).toMatchObject({ status: 'open', handler: 'ai' })
  expect(body.resolved).toBeUndefined()
  expect((await patch(id, { snoozedUntil: '2020-01-01T00:00:00Z' })).status).toBe(422)
})

test('words of customers, answers, agents and notes find their conversation, also by their beginning', async () => {
  const id = await talk('Is the zebrafish aquarium delivered in three working days?')
  await api.post(`/api/conversations/${id}/messages`, { kind: 'note', content: 'Ask Quentin', agentId: anna.id })
  await vi.waitFor(async () => expect(await idsIn('q=quentin')).toEqual([id]), patience)
  expect(await idsIn('q=zebrafish')).toEqual([id])
  expect(await idsIn('q=ZEBRA%20aquarium')).toEqual([id])
  expect(await idsIn('q=zebra%20giraffe')).toEqual([])
  expect(await idsIn('q=zebra&status=closed')).toEqual([])
  const other = await platform.newTenant('elsewhere')
  expect((await other.get('/api/conversations?q=zebrafish')).body.items).toEqual([])
})

test('a common word is paged without a gap or a double', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => talk('Where is the walrus parcel, please?')))
  await vi.waitFor(async () => expect(await idsIn('q=walrus&limit=100')).toHaveLength(7), patience)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await api.get(`/api/conversations?q=walrus&limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.items.map(({ id }: any) => id))
    cursor = body.nextCursor ?? ''
  } while (cursor && seen.length < 20)
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('a bulk action says what came of each, once, under one Idempotency-Key', async () => {
  const ids = await Promise.all([talk(), talk(), talk()])
  const body = { action: 'tag', ids: [...ids, 'cnv_nobody'], tag: 'autumn' }
  const key = { 'idempotency-key': 'autumn', 'x-agent-id': anna.id }
  const first = await bulk(body, key)
  expect(first).toMatchObject({
    status: 200,
    body: { action: 'tag', requested: 4, succeeded: 3, failed: 1 },
  })
  expect(first.body.results).toContainEqual({ id: 'cnv_nobody', ok: false, code: 'not_found' })
  expect((await bulk(body, key)).body).toEqual(first.body)
  expect((await idsIn('tag=autumn')).toSorted()).toEqual(ids.toSorted())
  const { body: log } = await api.get(`/api/conversations/${ids[0]}/activity`)
  expect(log.items).toMatchObject([{ actor: { kind: 'agent', id: anna.id }, action: 'tag', to: ['autumn'] }])
  expect(log.items[0].detail).toMatch(/^bulk blk_/)

  const closed = await bulk({ action: 'close', filter: { tag: 'autumn' } })
  expect(closed.body).toMatchObject({ requested: 3, succeeded: 3 })
  expect((await bulk({ action: 'reopen', filter: { tag: 'autumn', status: 'closed' } })).body.succeeded).toBe(3)
  expect((await bulk({ action: 'resolve', filter: { tag: 'autumn' } })).body.succeeded).toBe(3)
  expect((await bulk({ action: 'assign', ids, assignee: anna.id })).body.succeeded).toBe(3)
  expect((await bulk({ action: 'unassign', ids })).body.succeeded).toBe(3)
  expect((await bulk({ action: 'untag', ids, tag: 'autumn' })).body.succeeded).toBe(3)
  expect(await idsIn('tag=autumn')).toEqual([])
})

test('a bulk action that could not be meant is refused with every fault', async () => {
  const { status, body } = await bulk({ action: 'tag', format: 'csv' })
  expect(status).toBe(422)
  expect(body.errors.map(({ path }: any) => path).toSorted()).toEqual(['format', 'ids', 'tag'])
  expect((await bulk({ action: 'close', ids: Array.from({ length: 1_001 }, (_, i) => `cnv_${i}`) })).status).toBe(422)
})

test('an export is a file; in CSV no cell is a formula', async () => {
  const id = await talk('How long does delivery take?', { contact: { name: '=cmd|calc', email: 'eva@example.com' } })
  await patch(id, { subject: 'One, "two"\nthree', tags: ['export'] })
  const csv = await bulk({ action: 'export', ids: [id], format: 'csv' }, { 'idempotency-key': 'a-file' })
  expect(csv.status).toBe(200)
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(csv.body).toContain('"One, ""two""\nthree"')
  expect(csv.body).toContain(',"\'=cmd|calc",')
  expect(csv.body.split('\r\n')[0]).toMatch(/^id,status,handler,/)
  const again = await bulk({ action: 'export', ids: [id], format: 'csv' }, { 'idempotency-key': 'a-file' })
  expect([again.body, again.headers.get('content-type')]).toEqual([csv.body, csv.headers.get('content-type')])
  const json = await bulk({ action: 'export', filter: { tag: 'export' } })
  expect(json.body).toMatchObject([{ id, subject: 'One, "two"\nthree' }])
})

test('a bulk close against new messages loses none of them, and ends in a state that there is', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => talk()))
  const [closed] = await Promise.all([
    bulk({ action: 'close', ids }),
    ...ids.map((conversationId) => api.ask('How long does delivery take?', { conversationId })),
  ])
  expect(closed.body.succeeded).toBe(8)
  for (const id of ids) {
    const { body } = await api.get(`/api/conversations/${id}`)
    expect(body).toMatchObject({ messageCount: 4, handler: 'ai' })
    expect(['open', 'closed']).toContain(body.status)
  }
})
