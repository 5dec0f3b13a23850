import { afterAll, expect, test, vi } from 'vitest'
import { startFakeHubspot } from '../../services/contacts/testing/fake-hubspot.ts'
import { startFakeZendesk } from '../../services/contacts/testing/fake-zendesk.ts'
import { usePlatform } from './platform.ts'

let hubspot: Awaited<ReturnType<typeof startFakeHubspot>>
let zendesk: Awaited<ReturnType<typeof startFakeZendesk>>
const platform = usePlatform(async () => {
  hubspot = await startFakeHubspot('pat-eu1-1234')
  zendesk = await startFakeZendesk('ops@example.com', 'token-5678')
  return { env: { CONNECTOR_URLS: JSON.stringify({ hubspot: hubspot.url, zendesk: zendesk.url }) } }
})
afterAll(async () => {
  await hubspot.close()
  await zendesk.close()
})

const long = { timeout: 45_000 }

test('contacts come from the CRM, a conversation goes there when it is handed over', async () => {
  const { api } = platform
  hubspot.write('77', { firstname: 'Eva', lastname: 'Ek', email: 'eva@example.com' })
  const made = await api.post('/api/connectors', {
    kind: 'hubspot',
    pushConversations: ['escalated'],
    secrets: { accessToken: 'pat-eu1-1234' },
  })
  expect(made).toMatchObject({ status: 201, body: { name: 'HubSpot', enabled: true } })
  expect(JSON.stringify((await api.get('/api/connectors')).body)).not.toContain('pat-eu1')

  const { body: started } = await api.post(`/api/connectors/${made.body.id}/sync`, {})
  await vi.waitFor(async () => {
    const { body: job } = await api.get(`/api/jobs/${started.jobId}`)
    expect(job).toMatchObject({ state: 'finished', done: 1, failed: 0, counts: { created: 1 } })
  }, long)
  const { body: found } = await api.get('/api/contacts?email=eva@example.com')
  expect(found.items).toMatchObject([{ name: 'Eva Ek' }])

  const { body: asked } = await api.post('/api/chat/message', {
    message: 'May I speak to a human, please?',
    contact: { email: 'eva@example.com' },
  })
  expect(asked.outcome).toBe('escalated')
  const delivery = await vi.waitFor(async () => {
    const { body } = await api.get(`/api/connectors/${made.body.id}/deliveries`)
    expect(body.items).toMatchObject([{ state: 'delivered', conversationId: asked.conversationId }])
    return body.items[0]
  }, long)
  const ticket = hubspot.tickets.find(({ id }) => id === delivery.remoteId)
  expect(ticket?.properties.content).toContain('May I speak to a human, please?')

  const { body: erasing } = await api.post(`/api/contacts/${found.items[0].id}/erase`, {})
  await vi.waitFor(async () => {
    const { body: job } = await api.get(`/api/jobs/${erasing.jobId}`)
    expect(job.state).toBe('finished')
    expect(job.items).toContainEqual({ what: 'links to connectors (what stands there stays there)', count: 2 })
  }, long)
})

test('a wrong key is said where people look, and another tenant sees none of it', async () => {
  const { api } = platform
  const { body: connector } = await api.post('/api/connectors', {
    kind: 'zendesk',
    subdomain: 'acme',
    secrets: { email: 'ops@example.com', apiToken: 'wrong' },
  })
  const { body: started } = await api.post(`/api/connectors/${connector.id}/sync`, {})
  await vi.waitFor(async () => {
    const { body } = await api.get(`/api/connectors/${connector.id}`)
    expect(body.error).toMatchObject({ code: 'unauthorized' })
  }, long)
  expect((await api.get(`/api/jobs/${started.jobId}`)).body).toMatchObject({ error: { code: 'unauthorized' } })
  const stranger = await platform.newTenant('stranger')
  expect(await stranger.get(`/api/connectors/${connector.id}`)).toMatchObject({ status: 404 })
  expect(await stranger.get(`/api/jobs/${started.jobId}`)).toMatchObject({ status: 404 })

  const unknown = { kind: 'zendesk', subdomain: 'Not a name', secrets: { email: 'x' } }
  const refused = await api.post('/api/connectors', unknown)
  expect(refused).toMatchObject({ status: 422 })
  expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'secrets.apiToken',
    'secrets.email',
    'subdomain',
  ])
})
