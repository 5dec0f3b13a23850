import * as contracts from '@frontdesk/contracts'
import { openSealedBox } from '@frontdesk/secrets'
import { standIn } from '@frontdesk/service/testing'
import { describe, expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'
import { requestExamples } from '../openapi/request-examples.ts'
import { channelRoutes } from '../routes/channels.ts'
import { connectorRoutes } from '../routes/connectors.ts'
import type { Route } from '../routes/route.ts'
import { webhookEndpointRoutes } from '../routes/webhook-endpoints.ts'
import { webhookListenerRoutes } from '../routes/webhook-listeners.ts'

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

const gateway = useGateway(() => {
  asked = []
  return { services: [answerer()] }
})

async function keyWith(...scopes: string[]): Promise<string> {
  const body = { name: 'key', scopes }
  const made = await gateway.ask({ method: 'POST', url: '/api/api-keys', body, key: bootstrapKey })
  return made.json().key
}
const call = ({ method, url, name }: Route, key: string) => {
  const body = name === 'pushConversation' ? { conversationId: 'cnv_1' } : requestExamples[name]?.json
  return gateway.ask({ method, url: url.replace(/:\w+/g, 'some_1'), key, ...(body !== undefined && { body }) })
}
/** An example of an event has no one's words in it. */
const carriesNothing = ['testWebhookEndpoint']

const telling = ([...webhookEndpointRoutes, ...webhookListenerRoutes, ...connectorRoutes] as Route[]).filter(
  ({ method, name }) => method !== 'GET' && !carriesNothing.includes(name),
)

describe('whoever changes what sends texts elsewhere is judged by the scopes of their own key', () => {
  it.each(telling.map((route) => ({ name: route.name, route })))('$name', async ({ route }) => {
    const reply = await call(route, await keyWith('settings', 'contacts'))
    expect(reply.statusCode, reply.body).toBe(404)
    expect(asked).toMatchObject([{ scopes: ['settings', 'contacts'] }])
  })

  it.each(['listWebhookDeliveries', 'listConnectorDeliveries'])('%s', async (name) => {
    const route = ([...webhookEndpointRoutes, ...connectorRoutes] as Route[]).find((each) => each.name === name)!
    await call(route, await keyWith('settings'))
    expect(asked).toMatchObject([{ scopes: ['settings'] }])
  })
})

it('other secrets of a channel need the scope of what goes out by it', async () => {
  const route = (channelRoutes as Route[]).find(({ name }) => name === 'updateChannel')!
  const refused = await gateway.ask({
    method: route.method,
    url: '/api/channels/chn_1',
    key: await keyWith('settings'),
    body: { secrets: { authToken: 'another' } },
  })
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
