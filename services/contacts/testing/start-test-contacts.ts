import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import {
  type Conversation,
  chat as chatContracts,
  copiesErasures,
  type Message,
  newId,
  ownerOf,
  ServiceError,
} from '@frontdesk/contracts'
import { collection, type Documents, sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { contactsService } from '../src/service.ts'

const conversations = collection<object>('test-conversations')

/**
 * The contacts service on real embedded ports, with stand-ins for chat, which keeps who is linked and what was said, for
 * policy-engine, which blackens the word `secret`, and for services that keep copies, which have none. For tests.
 */
export async function startTestContacts({
  env = {},
  service = contactsService,
  wrap = (documents) => documents,
}: {
  env?: Record<string, string>
  service?: typeof contactsService
  wrap?: (documents: Documents) => Documents
} = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-contacts-'))
  const store = openSqlite(':memory:')
  const blobs = await filesystemBlobs(dir)
  const outboundHttp = openOutboundHttp({ allow: ['127.0.0.1/32'] })
  const ports = {
    bus: sqliteBus(store),
    documents: wrap(sqliteDocuments(store)),
    blobs,
    outboundHttp,
  } as unknown as OpenPorts
  const linked = new Map<string, string | null>()
  const hooks = { beforeRelink: async () => {}, beforeLink: async () => {} }
  const said = new Map<string, { conversation: Conversation; messages: Message[] }>()
  let context!: StandInContext<{ conversations: typeof conversations }>
  const chat = standIn({
    name: 'chat',
    collections: { conversations },
    handlers: {
      chat: {
        async contactLink({ conversationId, contactId }) {
          await hooks.beforeLink()
          linked.set(conversationId, contactId)
          return {}
        },
        async contactRelink({ from, into }) {
          await hooks.beforeRelink()
          const theirs = [...linked].filter(([, contactId]) => contactId === from)
          for (const [id] of theirs) linked.set(id, into)
          return { changed: theirs.length }
        },
        conversationRead: async ({ conversationId }) => find(conversationId).conversation,
        // As chat does with long messages: a page has fewer than were asked for.
        async messageList({ conversationId, cursor = '0' }) {
          const all = find(conversationId).messages.toReversed()
          const [from, to] = [Number(cursor), Number(cursor) + 1]
          return { items: all.slice(from, to), nextCursor: to < all.length ? String(to) : null }
        },
      },
    },
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const find = (conversationId: string) => {
    const found = said.get(conversationId)
    if (!found) throw new ServiceError('not_found')
    return found
  }
  const policyEngine = standIn({
    name: 'policy-engine',
    handlers: {
      'policy-engine': {
        textsRelease: async ({ texts }) => ({
          texts: texts.map((text) => ({ text: text.replaceAll('secret', '******'), changed: false, blocked: false })),
          decisions: [],
        }),
      },
    },
  })
  const copies = standIn({
    name: 'copies',
    handlers: {
      ...Object.fromEntries(
        copiesErasures.map(({ subject }) => [
          ownerOf(subject),
          { copiesErase: async () => ({ removed: [], cursor: null }) },
        ]),
      ),
      chat: {
        copiesErase: async () => ({ removed: [], cursor: null }),
        conversationList: async () => ({ items: [], nextCursor: null }),
      },
    },
  })
  const clock = { at: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.at }
  const log = openLog({ level: 'silent', terminal: false })
  const running: Running[] = []
  const start = async (others = [chat, policyEngine, copies]) =>
    void running.push(
      await run([...others, service], ports, {
        env: { ENCRYPTION_KEY: 'a key for tests', ...env },
        log,
        clock,
      }),
    )
  await start()

  return {
    linked,
    /** What chat does before it links anew: a test may have it fail. */
    hooks,
    clock,
    documents: ports.documents,
    blobs,
    as: (tenant = 'acme') => context.forTenant(tenant),
    /** Has a conversation begin, as chat would. */
    async begin(id: string, contact: object, tenant = 'acme') {
      const own = context.forTenant(tenant)
      const at = new Date(clock.at).toISOString()
      const conversation = {
        id,
        status: 'open' as const,
        handler: 'ai' as const,
        channel: 'api' as const,
        contact,
        assignee: null,
        tags: [],
        language: null,
        createdAt: at,
        updatedAt: at,
        lastMessageAt: at,
        messageCount: 1,
      }
      await own.commit(own.collections.conversations, id, () => ({
        body: {},
        events: [own.event(chatContracts.events.conversationCreated, { conversation })],
      }))
    },
    said,
    /** Has something become of a conversation that `said` knows. */
    async tell(id: string, what: 'escalated' | 'resolved', tenant = 'acme') {
      const own = context.forTenant(tenant)
      const { conversation } = find(id)
      const event =
        what === 'escalated'
          ? own.event(chatContracts.events.conversationEscalated, {
              conversation,
              reason: 'requested',
              summary: '',
              score: 0,
            })
          : own.event(chatContracts.events.conversationResolved, { conversation, how: 'confirmed' })
      await own.commit(own.collections.conversations, id, () => ({ body: {}, events: [event] }))
    },
    async upload(text: string | Uint8Array, tenant = 'acme') {
      const blobId = newId('op')
      await blobs.put(tenant, blobId, typeof text === 'string' ? Buffer.from(text) : text)
      return blobId
    },
    async restart() {
      for (const each of running.splice(0)) await each.stop()
      await start()
    },
    /** A second process of the service beside the first. */
    another: () => start([]),
    /** Resolves when the first process has ended; what it was at is over by then. */
    stopFirst: () => running[0]!.stop(),
    async close() {
      for (const each of running) await each.stop()
      await outboundHttp.close()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type TestContacts = Awaited<ReturnType<typeof startTestContacts>>
