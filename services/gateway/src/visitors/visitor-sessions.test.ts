import { defaultSettings } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { shortenVisitorSessions } from './visitor-sessions.ts'

const dayMs = 86_400_000
let now: number
let anonymousRetentionDays: number | null

const chat = standIn({
  name: 'chat',
  handlers: {
    chat: {
      settingsRead: async () => ({ ...defaultSettings, anonymousRetentionDays }),
      visitorRead: async () => ({ verified: false }),
      visitorConversationList: async () => ({ items: [], nextCursor: null }),
    },
  },
})

const gateway = useGateway(
  () => {
    now = Date.parse('2026-03-01T12:00:00Z')
    anonymousRetentionDays = 30
    return { services: [chat], clock: { now: () => now } }
  },
  { listens: true },
)

async function request(method: string, path: string, headers: Record<string, string>, body?: object) {
  const reply = await fetch(gateway.baseUrl() + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as any }
}

async function begin() {
  const widget = await request('POST', '/api/widgets', { 'x-api-key': bootstrapKey }, { name: 'Shop' })
  const { status, body } = await request('POST', `/api/widget/${widget.body.id}/session`, {}, {})
  expect(status).toBe(201)
  const headers = { authorization: `Bearer ${body.token}` }
  return { ...body, look: async () => (await request('GET', '/api/widget/conversations', headers)).status }
}
const inDays = (session: { expiresAt: string }) => (Date.parse(session.expiresAt) - now) / dayMs

async function change(days: number | null): Promise<void> {
  anonymousRetentionDays = days
  const settings = { ...defaultSettings, anonymousRetentionDays: days }
  const actor = { kind: 'api' as const, id: 'key_1' }
  const context = gateway.context.forTenant('default')
  await shortenVisitorSessions({ settings, changed: ['anonymousRetentionDays'], actor }, context)
}

it.each([
  [7, 7],
  [365, 30],
  [null, 30],
])('with anonymousRetentionDays %s a session lasts %s days after its last use', async (days, lasts) => {
  anonymousRetentionDays = days
  const session = await begin()
  expect(inDays(session)).toBe(lasts)
  now += (lasts - 1) * dayMs
  expect(await session.look()).toBe(200)
  await gateway.settle()
  now += (lasts - 1) * dayMs
  expect(await session.look()).toBe(200)
  await gateway.settle()
  now += (lasts + 1) * dayMs
  expect(await session.look()).toBe(401)
})

it('sessions that last longer than the tenant wants from now on end sooner', async () => {
  const [used, unused] = [await begin(), await begin()]
  now += 5 * dayMs
  expect(await used.look()).toBe(200)
  await gateway.settle()
  now += 3 * dayMs
  await change(7)
  now += 2_000
  expect(await unused.look()).toBe(401)
  expect(await used.look()).toBe(200)
  const left = await gateway.context.collections.visitorSessions.find('default', {})
  for (const { body } of left.items) expect(body.endsAt - now).toBeLessThanOrEqual(7 * dayMs)
})

it('a visitor sends 64 kB at most, which no message needs', async () => {
  const { token } = await begin()
  const change = (name: string) =>
    request('PATCH', '/api/widget/visitor', { authorization: `Bearer ${token}` }, { name })
  expect((await change('x'.repeat(65_000))).status).toBe(422)
  expect((await change('x'.repeat(66_000))).status).toBe(413)
})
