import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import {
  contactBulk,
  contactCreate,
  contactDelete,
  contactImportStart,
  contactImportUndo,
  contactJobCancel,
  contactJobRead,
  contactLink,
  contactList,
  contactMerge,
  contactRead,
  contactRelink,
  contactUpdate,
  conversationCreated,
  importRowList,
  newId,
} from '@frontdesk/contracts'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { type Context, defineService, type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { z } from 'zod'
import { contacts } from './service.ts'

const asks = {
  contactBulk,
  contactCreate,
  contactDelete,
  contactImportStart,
  contactImportUndo,
  contactJobCancel,
  contactJobRead,
  contactList,
  contactMerge,
  contactRead,
  contactUpdate,
  importRowList,
}
const conversations = collection<object>('test-conversations')

/** The contacts service on real embedded ports, with a stand-in for chat that keeps who is linked. For tests. */
export async function startTestContacts() {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-contacts-'))
  const store = openSqlite(':memory:')
  const blobs = await filesystemBlobs(dir)
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), blobs } as unknown as OpenPorts
  const linked = new Map<string, string | null>()
  let context!: Context<
    never,
    z.ZodType,
    { conversations: typeof conversations },
    { conversationCreated: typeof conversationCreated },
    typeof asks
  >
  const chat = defineService({
    name: 'chat',
    config: z.object({}),
    uses: [],
    collections: { conversations },
    publishes: { conversationCreated },
    asks,
    handles: { contactLink, contactRelink },
    handlers: {
      async contactLink({ conversationId, contactId }) {
        linked.set(conversationId, contactId)
        return {}
      },
      async contactRelink({ from, into }) {
        const theirs = [...linked].filter(([, contactId]) => contactId === from)
        for (const [id] of theirs) linked.set(id, into)
        return { changed: theirs.length }
      },
    },
    start: async (own) => {
      context = own
      return { close: async () => {} }
    },
  })
  const clock = { at: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.at }
  const log = openLog({ level: 'silent', terminal: false })
  const running: Running[] = []
  const start = async () => void running.push(await run([chat, contacts], ports, { env: {}, log, clock }))
  await start()

  return {
    linked,
    clock,
    documents: ports.documents,
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
        events: [own.event(conversationCreated, { conversation })],
      }))
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
    async close() {
      for (const each of running) await each.stop()
      await store.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type TestContacts = Awaited<ReturnType<typeof startTestContacts>>
