import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const patience = { timeout: 20_000, interval: 20 }
let api: ApiClient
let anna: string

beforeAll(async () => {
  api = await platform.newTenant('teams')
  await api.teach('Delivery', 'Delivery takes three working days.')
  anna = (await api.post('/api/agents', { name: 'Anna', email: 'anna@example.com' })).body.id
})

const makeTeam = async (team: object): Promise<string> => {
  const { status, body } = await api.post('/api/teams', team)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const ruleFor = (when: object, then: object) => ({ name: 'Bills', when, then })
const talk = async (message = 'How long does delivery take?'): Promise<string> =>
  (await api.post('/api/chat/message', { message })).body.conversationId
const read = async (id: string) => (await api.get(`/api/conversations/${id}`)).body
const listed = async (query: string) =>
  (await api.get(`/api/conversations?${query}`)).body.items.map(({ id }: { id: string }) => id)

test('a rule hands a conversation to a team, whose list has it until the team is deleted', async () => {
  const teamId = await makeTeam({ name: 'Billing', members: [anna] })
  const rule = ruleFor({ kind: 'keywords', keywords: ['invoice'] }, { teamId })
  expect((await api.post('/api/escalation-rules', rule)).status).toBe(201)
  const id = await talk('My invoice is wrong.')
  expect(await read(id)).toMatchObject({ status: 'escalated', teamId })
  expect(await listed(`team=${teamId}`)).toEqual([id])
  expect(await listed('team=none&status=escalated')).toEqual([])
  expect((await api.request('DELETE', `/api/teams/${teamId}`)).status).toBe(204)
  expect((await api.get(`/api/teams/${teamId}`)).status).toBe(404)
  await vi.waitFor(async () => expect(await read(id)).not.toHaveProperty('teamId'), patience)
})

test('a member must be an agent of the tenant, and changes of teams are in the audit log', async () => {
  const wrong = await api.post('/api/teams', { name: 'Nobody', members: [anna, 'agt_nobody'] })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'members.1' }] } })
  const teamId = await makeTeam({ name: 'Sales' })
  expect((await api.send('PATCH', `/api/teams/${teamId}`, { body: { members: [anna] } })).body.members).toEqual([anna])
  const logged = async () => {
    const { items } = (await api.get('/api/analytics/log?kind=team')).body
    const actions = items.filter((entry: any) => entry.targetId === teamId).map((entry: any) => entry.action)
    expect(actions.sort()).toEqual(['create', 'update'])
  }
  await vi.waitFor(logged, patience)
})

test('members take turns up to their capacity; what nobody can get waits until somebody comes back', async () => {
  const addAgent = async (name: string, more: object): Promise<string> =>
    (await api.post('/api/agents', { name, email: `${name}@example.com`, ...more })).body.id
  const [bo, cia] = [await addAgent('bo', { capacity: 1 }), await addAgent('cia', { capacity: 1, available: false })]
  const teamId = await makeTeam({ name: 'Returns', members: [bo, cia], assignment: 'round_robin' })
  const wait = async (): Promise<string> => {
    const id = await talk()
    expect((await api.post('/api/conversations/handover', { conversationId: id, teamId })).status).toBe(200)
    return id
  }
  const assigneeOf = async (id: string) => (await read(id)).assignee
  const change = (agentId: string, body: object) => api.send('PATCH', `/api/agents/${agentId}`, { body })
  const first = await wait()
  await vi.waitFor(async () => expect(await assigneeOf(first)).toBe(bo), patience)
  const second = await wait()
  const from = new Date(Date.now() - 60_000).toISOString()
  const outOfOffice = { from, until: new Date(Date.now() + 3_600_000).toISOString() }
  expect((await change(cia, { available: true, outOfOffice })).body).toMatchObject({ outOfOffice, capacity: 1 })
  expect(await assigneeOf(second)).toBeNull()
  expect((await change(cia, { outOfOffice: null })).body).not.toHaveProperty('outOfOffice')
  await vi.waitFor(async () => expect(await assigneeOf(second)).toBe(cia), patience)
  const third = await wait()
  await api.send('PATCH', `/api/conversations/${first}`, { body: { status: 'resolved' } })
  await vi.waitFor(async () => expect(await assigneeOf(third)).toBe(bo), patience)
  const { items } = (await api.get(`/api/conversations/${third}/activity`)).body
  expect(items).toContainEqual(expect.objectContaining({ action: 'assign', actor: { kind: 'system', id: teamId } }))
})

test('a time out of office ends after it begins', async () => {
  const from = new Date().toISOString()
  const wrong = await api.send('PATCH', `/api/agents/${anna}`, { body: { outOfOffice: { from, until: from } } })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'outOfOffice.until' }] } })
})

test('a missed target is told, escalated and counted, one that is met is counted too', async () => {
  const api = await platform.newTenant('service-levels')
  await api.teach('Delivery', 'Delivery takes three working days.')
  const agentId = (await api.post('/api/agents', { name: 'Dag', email: 'dag@example.com' })).body.id
  const teamId = (await api.post('/api/teams', { name: 'Managers' })).body.id
  const wait = async (channel: string): Promise<string> => {
    const asked = await api.post('/api/chat/message', { message: 'How long does delivery take?', channel })
    const { conversationId } = asked.body
    expect((await api.post('/api/conversations/handover', { conversationId })).status).toBe(200)
    return conversationId
  }
  const makePolicy = async (policy: object): Promise<string> => {
    const { status, body } = await api.post('/api/sla-policies', policy)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const targets = { firstResponse: 0.01 }
  const onBreach = { addTags: ['late'], teamId, escalate: true }
  const missed = await makePolicy({ name: 'At once', targets, filter: { channel: ['widget'] }, onBreach, order: 1 })
  const kept = await makePolicy({ name: 'In a day', targets: { firstResponse: 1_440, resolution: 2_880 }, order: 2 })
  const late = await wait('widget')
  const inTime = await wait('api')
  const read = async (id: string) => (await api.get(`/api/conversations/${id}`)).body
  await vi.waitFor(async () => {
    const expected = {
      tags: ['late'],
      teamId,
      status: 'escalated',
      escalation: { reason: 'sla', summary: expect.any(String) },
      sla: { policyId: missed, firstResponse: { breachedAt: expect.any(String) } },
    }
    expect(await read(late)).toMatchObject(expected)
  }, patience)
  const listed = async (query: string) =>
    (await api.get(`/api/conversations?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await listed('sla=breached')).toEqual([late])
  expect(await listed('sla=due&sort=due')).toEqual([inTime])
  expect(await listed('sort=due')).toEqual([inTime])
  const reply = { kind: 'reply', content: 'Three days.', agentId }
  expect((await api.post(`/api/conversations/${inTime}/messages`, reply)).status).toBe(201)
  expect((await read(inTime)).sla).toMatchObject({ policyId: kept, firstResponse: { metAt: expect.any(String) } })
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/overview')
    expect(body.sla.firstResponse).toEqual({ met: 1, breached: 1 })
    expect(body.slaByPolicy).toEqual(
      expect.arrayContaining([
        { slaPolicyId: missed, name: 'At once', met: 0, breached: 1 },
        { slaPolicyId: kept, name: 'In a day', met: 1, breached: 0 },
      ]),
    )
  }, patience)
  await vi.waitFor(async () => {
    const { body } = await api.get('/api/analytics/overview')
    expect(body).toMatchObject({ escalated: 3, escalatedByReason: { requested: 2, sla: 1 } })
    expect((await api.get('/api/analytics/rows?metric=escalated&reason=sla')).body.items).toMatchObject([
      { conversationId: late },
    ])
  }, patience)
  const { items } = (await api.get(`/api/conversations/${late}/activity`)).body
  expect(items.filter(({ action }: { action: string }) => action === 'escalate')).toMatchObject([
    { actor: { kind: 'system', id: missed }, to: 'escalated', detail: 'sla: At once' },
  ])
  const rows = (await api.get(`/api/analytics/rows?metric=sla_breached&slaPolicyId=${missed}`)).body.items
  expect(rows).toMatchObject([{ conversationId: late, target: 'firstResponse' }])
})
