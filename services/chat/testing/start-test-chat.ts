import { sqliteBus } from '@frontdesk/bus'
import {
  type AgentAvailability,
  type Conversation,
  chat,
  type FoundChunk,
  gateway,
  type InputOf,
  type PlacedContradiction,
  policyEngine,
  ServiceError,
  type TurnPart,
} from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { localModels, type Models } from '@frontdesk/models'
// biome-ignore lint/plugin: what leaves is decided by the real policies, so they run beside it here.
import { policyEngineService } from '@frontdesk/policy-engine'
import { defineService, type Envelope, type OpenPorts, openLog, run, type Service } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { vi } from 'vitest'
import type { ChatContext } from '../src/context.ts'
import { type ConversationDocument, conversations } from '../src/conversations/conversation-document.ts'
import { chatService } from '../src/service.ts'
import type { LiveTurns } from '../src/turns/live-turns.ts'

/** Agents as the gateway has them. */
const agents = collection<AgentAvailability>('test-agents')
type Asking = StandInContext<{ agents: typeof agents }>

/** A chunk as retrieval would find it. */
export const chunkOf = (text: string, more: Partial<FoundChunk> = {}): FoundChunk => ({
  sourceId: 'src_delivery',
  version: 1,
  contentId: 'cnt_delivery',
  index: 0,
  text,
  start: 0,
  end: text.length,
  title: 'Delivery',
  score: 0.9,
  lexical: 0.9,
  vector: 0.9,
  ...more,
})

export const delivery = 'Delivery takes three working days. Parcels leave Gothenburg every morning.'

/** Resolves once the check holds; patient, for machines that are busy with other tests. */
export const eventually = (check: () => unknown) => vi.waitFor(check)

/** Somebody who reads a turn. */
export type Reader = {
  parts: TurnPart[]
  /** The parts, when the stream has ended; throws what it threw. */
  ended: Promise<TurnPart[]>
  leave(): void
}

/** What the deltas say together. */
export const textOf = (parts: TurnPart[]): string =>
  parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')
/** The parts that end a stream: there is never more than one. */
export const endsOf = (parts: TurnPart[]): TurnPart[] =>
  parts.filter(({ type }) => type !== 'start' && type !== 'delta')

export type TestChatOptions = {
  store: SqliteStore
  models?: Models
  env?: Record<string, string>
  clock?: { now(): number }
  /** What retrieval finds. Default: one chunk on delivery. */
  find?: (question: string) => FoundChunk[] | Promise<FoundChunk[]>
  /** What ingest knows of sources that contradict each other. Default: nothing. */
  contradictions?: PlacedContradiction[]
  /** Holds the gateway's answer about agents up, after it has read them. */
  agentsRead?: () => Promise<void>
  /** Beside chat. Default: the policy-engine. */
  beside?: Service[]
}

/** Opens a store for `startTestChat`; two instances on one store are like two processes. */
export const openTestStore = (): SqliteStore => openSqlite(':memory:')

let operations = 0

/** Chat on the real embedded bus and documents with the real policies, and stand-ins for retrieval and the gateway. */
export async function startTestChat(options: TestChatOptions) {
  const { store, models = localModels(), find = () => [chunkOf(delivery)], beside = [policyEngineService] } = options
  const events: { subject: string; body: any; sequence: number }[] = []
  let context!: Asking
  let live!: LiveTurns
  let own!: ChatContext

  const retrieval = standIn({
    name: 'retrieval',
    handlers: {
      ingest: {
        contradictionFind: async () => ({ items: options.contradictions ?? [] }),
        async sourceRead() {
          throw new ServiceError('not_found')
        },
      },
      retrieval: {
        chunksFind: async ({ question }) => ({
          chunks: await find(question),
          asked: { chunks: 0, words: [] },
        }),
      },
    },
  })
  const known = new Set<string>()
  async function seen(body: unknown, { key, sequence }: Envelope, subject: string) {
    // As every handler must: an event may come again.
    if (known.has(`${key}/${sequence}`)) return
    known.add(`${key}/${sequence}`)
    events.push({ subject, body, sequence })
  }
  const changes: { conversation: Conversation; sequence: number }[] = []
  async function changed({ conversation }: { conversation: Conversation }, { sequence }: Envelope) {
    changes.push({ conversation, sequence })
  }
  const caller = standIn({
    name: 'gateway',
    collections: { agents },
    handlers: {
      gateway: {
        async agentAvailabilityRead({ agentIds }, { tenant, collections }) {
          const stored = await collections.agents.getMany(tenant, agentIds)
          await options.agentsRead?.()
          return { items: stored.map(({ body }) => body) }
        },
      },
      chat: {
        conversationChanged: (body, _, envelope) => changed(body, envelope),
        conversationCreated: (body, _, envelope) => seen(body, envelope, 'conversation.created'),
        conversationResolved: (body, _, envelope) => seen(body, envelope, 'conversation.resolved'),
        conversationSlaBreached: (body, _, envelope) => seen(body, envelope, 'conversation.sla_breached'),
        conversationSlaAnsweredLate: (body, _, envelope) => seen(body, envelope, 'conversation.sla_answered_late'),
        conversationSlaMet: (body, _, envelope) => seen(body, envelope, 'conversation.sla_met'),
        conversationEscalated: (body, _, envelope) => seen(body, envelope, 'conversation.escalated'),
        messageReceived: (body, _, envelope) => seen(body, envelope, 'message.received'),
        messageSent: (body, _, envelope) => seen(body, envelope, 'message.sent'),
      },
    },
    async start(own) {
      context = own.forTenant('acme') as Asking
      return { close: async () => {} }
    },
  })
  const watched = defineService({
    ...chatService,
    async start(started) {
      own = started.forTenant('acme')
      live = started.state.liveTurns
      return { close: async () => {} }
    },
  })
  // Buses on one store share their responders; with one of its own each instance answers what it is asked itself.
  const busStore = openSqlite(':memory:')
  const ports = { bus: sqliteBus(busStore), documents: sqliteDocuments(store), models } as OpenPorts
  const log = openLog({ level: process.env.TEST_LOG ?? 'silent', terminal: false })
  const env = { ESCALATION_THRESHOLD: '0', GIVE_UP_AFTER_MS: '0', ...options.env }
  const clock = options.clock ? { clock: options.clock } : {}
  const running = await run([...beside, retrieval, watched, caller], ports, { env, log, ...clock })
  const stored = await ports.documents.collection<ConversationDocument>(conversations)

  function reading(open: (signal: AbortSignal) => AsyncIterable<TurnPart>): Reader {
    const leaving = new AbortController()
    const parts: TurnPart[] = []
    const ended = (async () => {
      for await (const part of open(leaving.signal)) parts.push(part)
      return parts
    })()
    // A test that expects a failure awaits it; one that left does not care.
    ended.catch(() => {})
    return { parts, ended, leave: () => leaving.abort() }
  }

  return {
    context,
    /** What a handler of chat gets, on behalf of the tenant that the tests ask for. */
    chatContext: own,
    live,
    documents: ports.documents,
    conversations: stored,
    /** What `conversation.changed` told this instance's reader, perhaps more than once. */
    changes,
    /** The other events that this instance's reader has seen, each once. */
    events,
    /** Asks, under an operation of its own unless told otherwise. */
    read: (message: string, more: Partial<InputOf<typeof chat.streams.messageAnswer>> = {}): Reader => {
      const body = { operationId: `operation-${operations++}`, message, ...more }
      return reading((signal) => context.open(chat.streams.messageAnswer, body, { signal }))
    },
    /** Changes an agent, as the gateway does: active and available unless told otherwise. */
    setAgent: async (agentId: string, change: Partial<AgentAvailability> = {}): Promise<void> => {
      await context.commit(context.collections.agents, agentId, (current) => ({
        body: { ...(current?.body ?? { agentId, isActive: true, available: true }), ...change },
        events: [context.event(gateway.events.agentChanged, { agentId })],
      }))
    },
    follow: (messageId: string, offset = 0): Reader =>
      reading((signal) => context.open(chat.streams.turnFollow, { messageId, offset }, { signal })),
    messages: async (conversationId: string, limit = 100) =>
      (await context.ask(chat.queries.messageList, { conversationId, limit })).items,
    policy: (type: string, mode: string, config: object) =>
      context.ask(policyEngine.queries.policyCreate, {
        operationId: `policy-${operations++}`,
        policy: { name: type, type, mode, config },
      } as InputOf<typeof policyEngine.queries.policyCreate>),
    async stop() {
      await running.stop()
      await busStore.close()
    },
  }
}

export type TestChat = Awaited<ReturnType<typeof startTestChat>>
