import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

/** As long as a message may be, of characters that JSON writes with six bytes each. */
const longest = '\u0001'.repeat(8_000)
const count = 20

const platform = usePlatform()
let api: ApiClient
let anna: string
let conversationId: string
let contactId: string

beforeAll(async () => {
  api = await platform.newTenant('long-messages')
  anna = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body.id
  contactId = (await api.post('/api/contacts', { email: 'bo@example.com' })).body.id
  ;({ conversationId } = await api.ask('Are you there?', { contact: { email: 'bo@example.com' } }))
  expect((await api.post('/api/conversations/handover', { conversationId })).status).toBe(200)
  for (let i = 0; i < count; i++) await api.ask(longest, { conversationId })
})

const as = (agentId: string) => (method: string, path: string, body?: unknown) =>
  api.send(method, path, { ...(body !== undefined && { body }), headers: { 'x-agent-id': agentId } })

/** Everything of a list, page by page, and how many were on each page. */
async function readAll(url: string, by = as(anna)): Promise<{ items: any[]; pages: number[] }> {
  const items: any[] = []
  const pages: number[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await by('GET', url + more)
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    items.push(...body.items)
    pages.push(body.items.length)
    cursor = body.nextCursor
  } while (cursor !== null)
  return { items, pages }
}
const messagesUrl = () => `/api/conversations/${conversationId}/messages`
const sequencesOf = (items: { sequence: number }[]) => items.map(({ sequence }) => sequence)
/** From one number down to another, both included. */
const downFrom = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)

test('a page of long messages ends earlier, and its cursor leads to all others', async () => {
  const { messageCount } = (await api.get(`/api/conversations/${conversationId}`)).body
  for (const limit of [25, 100]) {
    const { items, pages } = await readAll(`${messagesUrl()}?limit=${limit}`)
    expect(sequencesOf(items)).toEqual(downFrom(messageCount, 1))
    expect(pages[0]).toBeGreaterThan(1)
    expect(pages[0]).toBeLessThan(limit)
  }
})

test('of long messages after, before or around one, those next to it are on the page', async () => {
  const { messageCount } = (await api.get(`/api/conversations/${conversationId}`)).body
  const read = async (window: string) => {
    const { status, body } = await api.get(`${messagesUrl()}?limit=100&${window}`)
    expect(status, window).toBe(200)
    const sequences = sequencesOf(body.items)
    expect(sequences, window).toEqual(downFrom(sequences[0]!, sequences.at(-1)!))
    expect(sequences.length, window).toBeGreaterThan(2)
    expect(body.nextCursor, window).toBe(String(sequences.at(-1)))
    return sequences
  }
  expect((await read('after=3')).at(-1)).toBe(4)
  expect((await read(`before=${messageCount}`))[0]).toBe(messageCount - 1)
  const middle = messageCount - 10
  const around = await read(`around=${middle}`)
  expect([around[0]! > middle, around.at(-1)! < middle]).toEqual([true, true])
  // Whoever reads on upwards misses none.
  const seen = [3]
  while (seen.at(-1)! < messageCount) {
    const { body } = await api.get(`${messagesUrl()}?limit=100&after=${seen.at(-1)}`)
    seen.push(...sequencesOf(body.items).reverse())
  }
  expect(seen).toEqual(downFrom(messageCount, 3).reverse())
})

test('all data of a contact with long messages is exported, and the copilot reads them', async () => {
  const { status, body } = await api.get(`/api/contacts/${contactId}/data`)
  expect(status).toBe(200)
  const [exported] = body.conversations
  expect(exported.messages.filter(({ content }: { content: string }) => content === longest)).toHaveLength(count)
  const summary = await api.post('/api/copilot', { action: 'summarize', conversationId })
  expect(summary.status, JSON.stringify(summary.body)).toBe(200)
  const { body: newest } = await api.get(`${messagesUrl()}?limit=1`)
  expect(summary.body.messageId).toBe(newest.items[0].id)
})

test('long drafts and canned replies are listed page by page, in order', async () => {
  const written: string[] = []
  for (let i = 0; i < 6; i++) {
    const { conversationId } = await api.ask('Are you there?')
    for (const kind of ['note', 'reply']) {
      const draft = await as(anna)('PUT', `/api/conversations/${conversationId}/drafts/${kind}`, { content: longest })
      expect(draft.status).toBe(200)
      written.push(`${conversationId} ${kind}`)
    }
  }
  const drafts = await readAll('/api/drafts?limit=100')
  expect(drafts.pages.length).toBeGreaterThan(1)
  expect(drafts.items.map((each) => `${each.conversationId} ${each.kind}`).toSorted()).toEqual(written.toSorted())
  const times = drafts.items.map(({ updatedAt }) => updatedAt)
  expect(times).toEqual(times.toSorted().toReversed())

  const names = Array.from({ length: 12 }, (_, i) => `Reply ${String.fromCharCode(65 + i)}`)
  for (const name of names.toReversed()) {
    const shortcut = name.replace(' ', '-')
    const made = await as(anna)('POST', '/api/replies', { name, shortcut, content: longest, shared: name > 'Reply F' })
    expect(made.status).toBe(201)
  }
  const replies = await readAll('/api/replies')
  expect(replies.items.map(({ name }) => name)).toEqual(names)
  expect(replies.pages.length).toBeGreaterThan(1)
  const foreign = await api.get('/api/replies?cursor=x')
  expect(foreign).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path: 'cursor' }] } })
})
