import * as contracts from '@frontdesk/contracts'
import { openSealedBox } from '@frontdesk/secrets'
import { standIn } from '@frontdesk/service/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { requestExamples } from '../openapi/request-examples.ts'
import { routes } from '../routes/index.ts'
import type { Route } from '../routes/route.ts'

/** What decides by the scopes of the key that asks. */
const questions = {
  'webhook-dispatcher': [
    'endpointCreate',
    'endpointUpdate',
    'endpointDelete',
    'secretRotate',
    'endpointReplay',
    'deliveryRetry',
    'listenerCreate',
    'listenerDelete',
    'deliveryList',
  ],
  contacts: [
    'connectorCreate',
    'connectorUpdate',
    'connectorDelete',
    'syncStart',
    'conversationPush',
    'connectorDeliveryList',
  ],
} as const
let asked: any[]

/** Keeps what it is asked, and finds nothing. */
const answerer = () => {
  const note = async (body: unknown) => {
    asked.push(body)
    throw new contracts.ServiceError('not_found')
  }
  const noting = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, note]))
  return standIn({
    name: 'answerer',
    handlers: {
      'webhook-dispatcher': noting(questions['webhook-dispatcher']),
      contacts: {
        ...noting(questions.contacts),
        publicKeyRead: async () => ({ publicKey: openSealedBox('a test', 'connector').publicKey }),
      },
    },
  })
}

const gateway = useGateway(() => ({ services: [answerer()] }), { shared: true })
beforeEach(() => {
  asked = []
})

async function keyWith(...scopes: string[]): Promise<string> {
  const body = { name: 'key', scopes }
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: bootstrapKey })
  return made.json().key
}
const make = async (url: string, body: object): Promise<string> =>
  (await gateway.ask({ method: 'POST', url, body })).json().id

/** Ids of what an admin made; others are of nothing. */
async function idsOfAdmins(): Promise<Record<string, string>> {
  return {
    keyId: 'key_bootstrap',
    agentId: await make('/api/agents', { name: 'Bot', email: 'bot@example.com', role: 'admin' }),
    widgetId: await make('/api/widgets', { name: 'Shop', identity: { mode: 'optional' } }),
  }
}

type Decision =
  /** The service that owns it decides, by the scopes that the gateway passes on. */
  | { by: 'service'; body?: object }
  /** The gateway refuses it to `settings` alone, with this body or that of the examples. */
  | { by: 'gateway'; body?: object }
  /** `settings` alone is enough, because of this. */
  | { enough: string }

const byService: Decision = { by: 'service' }
const byGateway: Decision = { by: 'gateway' }
const ownWork: Decision = { enough: 'It says how the tenant works, and shows nothing that anybody wrote.' }

/** What holds a caller to its own scopes, for each route that changes something with `settings` or shows a secret. */
const decisions: Record<string, Decision> = {
  createConnector: byService,
  updateConnector: byService,
  deleteConnector: byService,
  syncConnector: byService,
  pushConversation: { by: 'service', body: { conversationId: 'cnv_1' } },
  createWebhookEndpoint: byService,
  updateWebhookEndpoint: byService,
  deleteWebhookEndpoint: byService,
  rotateWebhookSecret: byService,
  replayWebhookDeliveries: byService,
  retryWebhookDelivery: byService,
  createWebhookListener: byService,
  deleteWebhookListener: byService,
  testWebhookEndpoint: { enough: 'An example of an event has no one’s words in it.' },

  createChannel: { enough: 'Its secrets are the caller’s own, and no conversation has come through it.' },
  updateChannel: { by: 'gateway', body: { secrets: { authToken: 'another' } } },
  deleteChannel: { enough: 'Conversations stay.' },

  createWidget: { by: 'gateway', body: { name: 'Mine' } },
  updateWidget: { by: 'gateway', body: { identity: { mode: 'off' } } },
  rotateWidgetSecret: byGateway,
  deleteWidget: { enough: 'Conversations stay, and nobody gets in who was not.' },

  createApiKey: { by: 'gateway', body: { name: 'k', scopes: ['conversations'] } },
  rotateApiKey: byGateway,
  revokeApiKey: byGateway,
  createAgent: { by: 'gateway', body: { name: 'M', email: 'm@example.com', role: 'admin' } },
  updateAgent: { by: 'gateway', body: { status: 'disabled' } },
  inviteAgent: byGateway,
  createResetLink: byGateway,
  resetTotp: byGateway,
  deleteAgent: byGateway,
  updateSettings: { by: 'gateway', body: { requireAgentKeys: false } },

  createTeam: ownWork,
  updateTeam: ownWork,
  deleteTeam: ownWork,
  createSlaPolicy: ownWork,
  updateSlaPolicy: ownWork,
  deleteSlaPolicy: ownWork,
  createEscalationRule: ownWork,
  updateEscalationRule: ownWork,
  deleteEscalationRule: ownWork,
  retryDeadLetter: { enough: 'It does what was due, and shows ids and reasons alone.' },
  deleteDeadLetter: { enough: 'It gives nobody anything, and what it is about stays.' },
  createTenant: { enough: 'The admin token is above every tenant.' },
}

const concerned = routes.filter(
  (route) => (route.access === 'settings' && route.method !== 'GET') || ('showsSecret' in route && route.showsSecret),
)
const routesWith = (isWanted: (decision: Decision) => boolean) =>
  concerned
    .filter(({ name }) => decisions[name] && isWanted(decisions[name]))
    .map((route) => ({ name: route.name, route, body: (decisions[route.name] as { body?: object }).body }))
const isBy = (whom: string) => (decision: Decision) => 'by' in decision && decision.by === whom

const call = ({ method, url, name }: Route, key: string, given?: object, ids: Record<string, string> = {}) => {
  const body = given ?? requestExamples[name]?.json
  const path = url.replace(/:(\w+)/g, (_, id) => ids[id] ?? 'some_1')
  return gateway.ask({ method, url: path, key, ...(body !== undefined && { body }) })
}

it('every route that changes something with `settings`, or shows a secret, has a decision', () => {
  expect(concerned.map(({ name }) => name).sort()).toEqual(Object.keys(decisions).sort())
})

describe('whoever changes what sends texts elsewhere is judged by the scopes of their own key', () => {
  it.each(routesWith(isBy('service')))('$name', async ({ route, body }) => {
    const reply = await call(route, await keyWith('settings', 'contacts'), body)
    expect(reply.statusCode, reply.body).toBe(404)
    expect(asked).toMatchObject([{ scopes: ['settings', 'contacts'] }])
  })

  it.each(['listWebhookDeliveries', 'listConnectorDeliveries'])('%s', async (name) => {
    await call(routes.find((route) => route.name === name)!, await keyWith('settings'))
    expect(asked).toMatchObject([{ scopes: ['settings'] }])
  })
})

describe('the scope `settings` alone takes, gives and ends nothing that needs another', () => {
  it.each(routesWith(isBy('gateway')))('$name', async ({ route, body }) => {
    const refused = await call(route, await keyWith('settings'), body, await idsOfAdmins())
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'forbidden'])
  })
})

it.each(routesWith((decision) => 'enough' in decision))(
  'the scope `settings` is enough for $name',
  async ({ route }) => {
    expect((await call(route, await keyWith('settings'))).statusCode).not.toBe(403)
  },
)

describe('who proves who a user of a site is needs the scope of what these users read', () => {
  const identity = {
    mode: 'optional',
    algorithms: ['ES256'],
    jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
  }

  it.each([
    { scopes: ['settings'], statuses: [403, 403, 403, 200] },
    { scopes: ['settings', 'conversations:read'], statuses: [403, 403, 403, 200] },
    { scopes: ['settings', 'conversations'], statuses: [201, 200, 200, 200] },
  ])('$scopes', async ({ scopes, statuses }) => {
    const key = await keyWith(...scopes)
    const url = `/api/widgets/${(await idsOfAdmins()).widgetId}`
    const replies = [
      await gateway.ask({ method: 'POST', url: '/api/widgets', body: { name: 'Mine' }, key }),
      await gateway.ask({ method: 'PATCH', url, body: { identity }, key }),
      await gateway.ask({ method: 'POST', url: `${url}/rotate-secret`, key }),
      await gateway.ask({ method: 'PATCH', url, body: { allowedOrigins: ['https://shop.example.com'] }, key }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(statuses)
  })
})

it('other secrets of a channel need the scope of what goes out by it', async () => {
  const route = routes.find(({ name }) => name === 'updateChannel')!
  const refused = await call(route, await keyWith('settings'), { secrets: { authToken: 'another' } })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().detail).toContain('scope conversations')
})

it.each([
  { scopes: ['settings'], pushConversations: [], pullContacts: false },
  { scopes: ['settings', 'contacts'], pushConversations: [], pullContacts: true },
  { scopes: ['settings', 'conversations'], pushConversations: ['escalated'], pullContacts: false },
  { scopes: ['admin'], pushConversations: ['escalated'], pullContacts: true },
])('a connector made with $scopes does by itself what they read', async ({ scopes, ...expected }) => {
  const body = { kind: 'hubspot', secrets: { accessToken: 'pat-eu1-1234' } }
  await gateway.ask({ method: 'POST', url: '/api/connectors', body, key: await keyWith(...scopes) })
  expect(asked).toMatchObject([{ ...expected, pushContacts: false, scopes }])
})
