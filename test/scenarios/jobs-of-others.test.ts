import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobIdPrefixes } from '@frontdesk/gateway'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFakeHubspot } from '../../services/contacts/testing/fake-hubspot.ts'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

let models: OpenAiEndpoint
let hubspot: Awaited<ReturnType<typeof startFakeHubspot>>
const platform = usePlatform(async () => {
  models = await startOpenAiEndpoint()
  hubspot = await startFakeHubspot('pat-eu1-1234')
  const connectors = { CONNECTOR_URLS: JSON.stringify({ hubspot: hubspot.url }) }
  return { env: { OPENAI_BASE_URL: models.url, CHAT_MODEL: 'chat', EMBEDDING_MODEL: 'embed-1', ...connectors } }
})
/** The jobs whose end was told. */
const told: string[] = []
const subscriber = createServer(async (request, response) => {
  const event = JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'))
  told.push(event.data.job.id)
  response.writeHead(204).end()
})
afterAll(async () => {
  subscriber.close()
  await models?.close()
  await hubspot?.close()
})
let api: ApiClient
const jobs: Record<'knowledge' | 'contacts' | 'policies' | 'settings', string[]> = {
  knowledge: [],
  contacts: [],
  policies: [],
  settings: [],
}

/** One job of each owner at least. */
beforeAll(async () => {
  api = await platform.newTenant('jobs-of-others')
  const start = async (path: string, body: unknown): Promise<any> => {
    const reply = await api.post(path, body)
    expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body
  }
  await new Promise<void>((resolve) => subscriber.listen(0, '127.0.0.1', resolve))
  const { port } = subscriber.address() as AddressInfo
  await start('/api/webhook-endpoints', { url: `http://127.0.0.1:${port}/`, events: ['job.finished'] })
  const { id: sourceId } = await api.teach('Returns', 'Returns are free within thirty days.')
  jobs.knowledge.push((await start('/api/embeddings', { sourceId })).jobId)
  const questions = [{ question: 'Are returns free?', source: 'Returns' }]
  jobs.knowledge.push((await start('/api/knowledge/tune', { questions })).jobId)
  jobs.knowledge.push((await start('/api/knowledge/import', (await api.get('/api/knowledge/export')).body)).jobId)
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
  const secrets = { accessToken: 'pat-eu1-1234' }
  const connector = await start('/api/connectors', { kind: 'hubspot', secrets })
  jobs.settings.push((await start(`/api/connectors/${connector.id}/sync`, {})).jobId)
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

test('the end of each job is told once, whoever runs it', async () => {
  const all = allOf('knowledge', 'contacts', 'policies', 'settings')
  const prefixes = new Set(all.map((id) => id.split('_', 1)[0]!))
  expect([...prefixes].toSorted()).toEqual(jobIdPrefixes.toSorted())
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/jobs?limit=100')
    expect(body.items.filter(({ state }: { state: string }) => state !== 'finished')).toEqual([])
    expect(told.toSorted()).toEqual(all.toSorted())
  })
})
