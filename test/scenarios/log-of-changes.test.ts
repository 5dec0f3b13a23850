import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 30_000, interval: 100 }

test('every change of keys, people, policies, rules and settings stands in the log, with who, what and when', async () => {
  const api = await platform.newTenant('logging')
  const ok = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const reply = await api.request(method, path, { ...(body && { body }), ...(headers && { headers }) })
    expect([200, 201, 202, 204], `${method} ${path}`).toContain(reply.status)
    return reply.status === 204 ? undefined : ((await reply.json()) as any)
  }
  const agent = await ok('POST', '/api/agents', { name: 'Ann Example', email: 'ann@example.com', role: 'admin' })
  const byAnn = { 'x-agent-id': agent.id }
  const key = await ok('POST', '/api/api-keys', { name: 'Shop', scopes: ['chat'] }, byAnn)
  await ok('POST', `/api/api-keys/${key.id}/rotate`, { overlapSeconds: 60 })
  await ok('DELETE', `/api/api-keys/${key.id}`)
  const topics = [{ name: 'Law', phrases: ['court case'] }]
  const policy = { name: 'No law', type: 'Topic Filter', mode: 'Pre-generation', config: { topics } }
  const { id } = await ok('POST', '/api/policies', policy)
  await ok('PATCH', `/api/policies/${id}`, { enabled: false })
  await ok('POST', '/api/escalation-rules', { name: 'Law', when: { kind: 'keywords', keywords: ['court'] } })
  await ok('POST', '/api/webhook-endpoints', { url: 'https://example.com/hook' })
  await ok('PATCH', '/api/settings', { retentionDays: 365, keyExpiryDays: 30 }, byAnn)
  expect((await api.delete('/api/agents/agt_nobody')).status).toBe(404)

  const all = await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/log?limit=100')
    expect(body.items).toHaveLength(9)
    return body.items as any[]
  }, waiting)
  expect(all.map(({ kind, action }) => `${kind} ${action}`).sort()).toEqual([
    'agent create',
    'api_key create',
    'api_key delete',
    'api_key rotate',
    'escalation_rule create',
    'policy create',
    'policy update',
    'settings update',
    'webhook_endpoint create',
  ])
  const { body: keys } = await api.get('/api/analytics/log?kind=api_key')
  expect(keys.items.map(({ targetId }: any) => targetId)).toEqual([key.id, key.id, key.id])
  expect(keys.items.at(-1)).toMatchObject({ actor: { kind: 'agent', id: agent.id }, changed: ['name', 'scopes'] })
  expect(all.find(({ kind }) => kind === 'settings').changed.sort()).toEqual(['keyExpiryDays', 'retentionDays'])
  expect(all.find(({ action, kind }) => kind === 'policy' && action === 'update').changed).toEqual(['enabled'])
  for (const value of ['Ann', 'ann@', 'Shop', key.key, 'No law', 'court', 'example.com']) {
    expect(JSON.stringify(all)).not.toContain(value)
  }
  // The policy on keys holds from now on.
  const ends = (await ok('POST', '/api/api-keys', { name: 'Later', scopes: ['chat'] })).expiresAt
  expect(Date.parse(ends) - Date.now()).toBeLessThan(31 * 86_400_000)
  const late = { name: 'Too late', scopes: ['chat'], expiresAt: new Date(Date.now() + 40 * 86_400_000).toISOString() }
  expect((await api.post('/api/api-keys', late)).status).toBe(422)
})
