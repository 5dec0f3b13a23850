import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
let api: ApiClient
const jobs: Record<'knowledge' | 'contacts' | 'policies' | 'settings', string[]> = {
  knowledge: [],
  contacts: [],
  policies: [],
  settings: [],
}

/** One job of each owner that can be started without another system. */
beforeAll(async () => {
  api = await platform.newTenant('jobs-of-others')
  const start = async (path: string, body: unknown): Promise<any> => {
    const reply = await api.post(path, body)
    expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body
  }
  const form = new FormData()
  form.append('files', new Blob(['Delivery takes three days.']), 'delivery.txt')
  jobs.knowledge.push((await start('/api/knowledge/bulk-ingest', form)).jobId)
  const people = new FormData()
  people.append('file', new Blob(['Name,Mail\nBo,bo@example.com\n']), 'people.csv')
  people.append('mapping', JSON.stringify({ Name: 'name', Mail: 'email' }))
  people.append('dryRun', 'false')
  jobs.contacts.push((await start('/api/contacts/import', people)).jobId)
  const { id: contactId } = await start('/api/contacts', { email: 'cy@example.com' })
  jobs.contacts.push((await start(`/api/contacts/${contactId}/erase`, {})).jobId)
  const suite = await start('/api/suites', {
    name: 'Delivery',
    scenarios: [{ name: 'Asks', turns: [{ message: 'How long does delivery take?' }] }],
  })
  jobs.policies.push((await start(`/api/suites/${suite.id}/run`, {})).id)
  jobs.policies.push((await start('/api/rehearsals', { settings: { escalationThreshold: 0.9 } })).id)
  const endpoint = await start('/api/webhook-endpoints', { url: 'https://example.com/hook', events: ['message.sent'] })
  const from = new Date(Date.now() - 60_000).toISOString()
  jobs.settings.push((await start(`/api/webhook-endpoints/${endpoint.id}/replay`, { since: from })).jobId)
})

const keyWith = async (...scopes: string[]) => (await api.post('/api/api-keys', { name: 'k', scopes })).body.key
const allOf = (...owners: (keyof typeof jobs)[]) => owners.flatMap((owner) => jobs[owner])

test.each([
  [['knowledge:read'], ['knowledge']],
  [
    ['knowledge', 'contacts:read'],
    ['knowledge', 'contacts'],
  ],
  [
    ['knowledge', 'policies:read', 'settings:read'],
    ['knowledge', 'policies'],
  ],
  [
    ['knowledge', 'settings'],
    ['knowledge', 'settings'],
  ],
  [['admin'], ['knowledge', 'contacts', 'policies', 'settings']],
] as [string[], (keyof typeof jobs)[]][])('a key with %j sees and cancels the jobs of %j', async (scopes, owners) => {
  const headers = { 'x-api-key': await keyWith(...scopes) }
  const mine = allOf(...owners)
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/jobs?limit=100', headers)
    expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(mine.toSorted())
  })
  for (const jobId of allOf('knowledge', 'contacts', 'policies', 'settings')) {
    const isMine = mine.includes(jobId)
    const read = await api.get(`/api/jobs/${jobId}`, headers)
    expect([jobId, read.status]).toEqual([jobId, isMine ? 200 : 404])
    const cancelled = await api.post(`/api/jobs/${jobId}/cancel`, undefined, headers)
    const owner = owners.find((each) => jobs[each].includes(jobId))
    const isOnlyRead = scopes.includes('knowledge:read') || scopes.includes(`${owner}:read`)
    // Some kinds of jobs run to their end.
    const expected = isOnlyRead ? [403] : isMine ? [200, 409] : [404]
    expect(expected, jobId).toContain(cancelled.status)
  }
})
