import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sqliteBus } from '@frontdesk/bus'
import {
  type Clock,
  ingest as ingestContracts,
  newId,
  type OutboundEventType,
  outboundExamples,
  ServiceError,
  systemClock,
  webhookDispatcher,
} from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { type Envelope, type Log, type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import type { SqliteStore } from '@frontdesk/sqlite'
import { fanOut } from '../src/events/fan-out.ts'
import { replayJob } from '../src/replays/replay-deliveries.ts'
import { webhookDispatcherService } from '../src/service.ts'

export type Received = { headers: IncomingMessage['headers']; text: string; body: any; at: number }
export type Answer = (received: Received, response: ServerResponse) => void

/** A subscriber on loopback that keeps what it receives, before it answers. */
export async function openSubscriber(answer: Answer = (_received, response) => response.end('thanks')) {
  const received: Received[] = []
  const subscriber = { received, answer, url: '', close: async () => {} }
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const one = { headers: request.headers, text, body: JSON.parse(text), at: performance.now() }
    received.push(one)
    subscriber.answer(one, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  subscriber.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  subscriber.close = async () => {
    server.closeAllConnections()
    await new Promise<void>((done) => void server.close(() => done()))
  }
  return subscriber
}
export type Subscriber = Awaited<ReturnType<typeof openSubscriber>>

/** The services around the dispatcher: who publishes what it handles, who asks it, and policies that mask `SECRET`. */
function surroundings() {
  const policies = { down: false, asked: 0 }
  const contexts: Record<string, any> = {}
  const hear = (name: string) => async (context: any) => {
    contexts[name] = context
    return { close: async () => {} }
  }
  const chat = standIn({
    name: 'chat',
    collections: { conversations: collection<object>('chat-conversations') },
    start: hear('chat'),
  })
  const ingest = standIn({
    name: 'ingest',
    collections: { sources: collection<object>('ingest-sources') },
    start: hear('ingest'),
  })
  const disabled: { tenant: string; endpointId: string; reason: string }[] = []
  const analytics = standIn({
    name: 'analytics',
    handlers: {
      'webhook-dispatcher': {
        endpointDisabled: async (body, { tenant }) => void disabled.push({ tenant, ...body }),
      },
    },
  })
  const policyEngine = standIn({
    name: 'policy-engine',
    handlers: {
      'policy-engine': {
        async textsRelease({ texts }) {
          policies.asked++
          if (policies.down) {
            throw new ServiceError('policy_unavailable', { cause: new ServiceError('model_unavailable') })
          }
          const released = texts.map((text) => text.replaceAll('SECRET', '******'))
          return {
            texts: released.map((text, i) => ({ text, changed: text !== texts[i], blocked: false })),
            decisions: [],
          }
        },
      },
    },
  })
  return { services: [policyEngine, chat, ingest, analytics] as Service[], contexts, policies, disabled, hear }
}

type DispatcherOptions = {
  env?: Record<string, string>
  allow?: string[]
  /** On a store that another dispatcher, with its surroundings, works on already. */
  alone?: boolean
  /** Whether replays go on by themselves; default true. */
  replays?: boolean
  /** Answers for DNS. */
  resolver?: (host: string) => Promise<string[]>
  log?: Log
  /** The clock of the bus; default: real time. */
  busClock?: Clock
}

const usualLog = () => openLog({ level: process.env.LOG_LEVEL ?? 'silent', terminal: false })

/** A dispatcher with what surrounds it. `now` of the clock given is the time of everything. */
export async function startDispatcher(
  store: SqliteStore,
  clock: { now(): number },
  {
    env = {},
    allow = ['127.0.0.1/32'],
    alone = false,
    replays = true,
    resolver,
    log = usualLog(),
    busClock = systemClock,
  }: DispatcherOptions = {},
) {
  const around = surroundings()
  const ports = {
    bus: sqliteBus(store, { clock: busClock }),
    documents: sqliteDocuments(store),
    outboundHttp: openOutboundHttp({ allow, ...(resolver && { resolver }) }),
  } as unknown as OpenPorts
  const dispatcher = {
    ...webhookDispatcherService,
    ...(!replays && { jobs: {} }),
    start: around.hear('webhook-dispatcher'),
  }
  const services = [dispatcher, ...(alone ? [] : around.services)] as Service[]
  const running = await run(services, ports, { env: { ENCRYPTION_KEY: 'test', ...env }, log, clock })
  const tenantOf = (name: string, tenant: string) => around.contexts[name].forTenant(tenant)

  return {
    documents: ports.documents,
    policies: around.policies,
    /** What was told of endpoints that were disabled. */
    disabled: around.disabled,
    async stop() {
      await running.stop()
      await ports.outboundHttp.close()
    },
    ask: (contract: any, body: object, tenant = 'acme'): Promise<any> => tenantOf('chat', tenant).ask(contract, body),
    open: (contract: any, body: object, signal: AbortSignal): AsyncIterable<any> =>
      tenantOf('chat', 'acme').open(contract, body, { signal }),
    create: (url: string, more: object = {}, tenant = 'acme'): Promise<any> =>
      tenantOf('chat', tenant).ask(webhookDispatcher.queries.endpointCreate, {
        operationId: newId('op'),
        endpoint: { url, ...more },
      }),
    /** Goes on with the replays that are due. */
    sweepReplays: (): Promise<void> => replayJob.runDue(tenantOf('webhook-dispatcher', '')),
    /** Handles an event once more, as after a redelivery. */
    handleAgain: (name: 'messageSent', body: object, envelope: Envelope): Promise<void> =>
      (webhookDispatcherService.subscriptions as any).chat[name](
        body,
        tenantOf('webhook-dispatcher', 'acme'),
        envelope,
      ),
    /** Hands on the example of an event of any type, as its handler would; everything is recorded when it resolves. */
    tell: (type: OutboundEventType, tenant = 'acme'): Promise<void> => {
      const { key, data } = outboundExamples[type]
      const context = tenantOf('webhook-dispatcher', tenant)
      const [id, at] = [newId('evt'), new Date(clock.now()).toISOString()]
      return fanOut(type, data, { id, at, key, tenant, sequence: 1 } as unknown as Envelope, context)
    },
    /** Commits events on a conversation (or source), as its owner would. */
    publish: (contract: any, key: string, bodies: object[], tenant = 'acme') => {
      const owner = contract === ingestContracts.events.knowledgeUpdated ? 'ingest' : 'chat'
      const context = tenantOf(owner, tenant)
      const kept = context.collections[owner === 'chat' ? 'conversations' : 'sources']
      return context.commit(kept, key, () => ({
        body: {},
        events: bodies.map((body) => context.event(contract, body)),
      }))
    },
  }
}
export type Dispatcher = Awaited<ReturnType<typeof startDispatcher>>

const at = '2026-03-01T12:00:00.000Z'

/** A message of a conversation, as chat tells it. */
export const aMessage = (content: string, more: object = {}) => ({
  conversation: { id: 'cnv_1', channel: 'api', status: 'open' },
  message: {
    id: newId('msg'),
    conversationId: 'cnv_1',
    sequence: 1,
    author: { kind: 'customer' },
    kind: 'message',
    content,
    createdAt: at,
    ...more,
  },
})

export const aConversation = (more: object = {}) => ({
  id: 'cnv_1',
  status: 'escalated',
  handler: 'queue',
  channel: 'api',
  assignee: null,
  tags: [],
  language: 'en',
  createdAt: at,
  updatedAt: at,
  lastMessageAt: at,
  messageCount: 1,
  ...more,
})

export const aSource = (more: object = {}) => ({
  id: 'src_1',
  source: 'prices.pdf',
  title: 'Prices',
  type: 'file',
  status: 'Ready',
  added: at,
  updated: at,
  version: 1,
  liveVersion: 1,
  versions: 1,
  tags: [],
  metadata: {},
  chunks: 1,
  bytes: 1,
  language: 'en',
  ...more,
})
