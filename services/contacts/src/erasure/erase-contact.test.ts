import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesystemBlobs } from '@frontdesk/blobs'
import { sqliteBus } from '@frontdesk/bus'
import {
  type Conversation,
  chat as chatContracts,
  contacts,
  copiesErasures,
  type ErasureSubject,
  gateway,
  ownerOf,
  ServiceError,
} from '@frontdesk/contracts'
import { type Documents, sqliteDocuments } from '@frontdesk/documents'
import { openOutboundHttp } from '@frontdesk/outbound-http'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mergeWork } from '../merge/merge-contacts.ts'
import { contactsService } from '../service.ts'
import { erasureWork } from './erase-contact.ts'
import { erasures } from './erasure-document.ts'

let asking: StandInContext
let sweep: () => Promise<void>
let close: () => Promise<void>
/** What chat has of the contact: conversations, and messages apart from them. */
let standing: Map<string, { messages: number }>
let words: Map<string, number>
/** The call of chat's that dies between a conversation and its messages. */
let dies: boolean
/** Whether a merge comes to its end. */
let relinks: boolean
let asked: { by: string; subject: ErasureSubject }[]
let changed: string[]
/** Runs before an erasure elsewhere, which may wait for it. */
let beforeErasing: () => Promise<void>
let another: () => Promise<unknown>
let stopFirst: () => Promise<void>
let documents: Documents
const clock = { at: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.at }

/** Every service that keeps copies, and chat, which removes a conversation before its messages. */
function others() {
  const eraser = (by: string) => async (body: { subject: ErasureSubject }) => {
    asked.push({ by, subject: body.subject })
    await beforeErasing()
    if (by !== chatContracts.queries.copiesErase.subject) return { removed: [], cursor: null }
    const counts = { conversations: 0, messages: 0 }
    for (const id of body.subject.kind === 'source' ? [] : body.subject.conversationIds) {
      if (standing.delete(id)) counts.conversations++
      if (dies) {
        dies = false
        throw new ServiceError('unavailable')
      }
      counts.messages += words.get(id) ?? 0
      words.delete(id)
    }
    return { removed: Object.entries(counts).map(([what, count]) => ({ what, count })), cursor: null }
  }
  const erasers = Object.fromEntries(
    copiesErasures.map(({ subject }) => [ownerOf(subject), { copiesErase: eraser(subject) }]),
  )
  return standIn({
    name: 'chat',
    handlers: {
      ...erasers,
      chat: {
        ...erasers.chat,
        conversationList: async () => ({
          items: [...standing].map(([id, { messages }]) => ({ id, ...shown, messageCount: messages })),
          nextCursor: null,
        }),
        contactRelink: async () => {
          if (!relinks) throw new ServiceError('unavailable')
          return { changed: 0 }
        },
      },
      contacts: { contactChanged: async ({ contactId }) => void changed.push(contactId) },
    },
    async start(own) {
      asking = own.forTenant('acme')
      return { close: async () => {} }
    },
  })
}
const at = '2026-03-01T00:00:00.000Z'
const shown: Omit<Conversation, 'id' | 'messageCount'> = {
  ...{ status: 'open', handler: 'ai', channel: 'api', assignee: null, tags: [], language: null },
  ...{ createdAt: at, updatedAt: at, lastMessageAt: at },
}

beforeEach(async () => {
  standing = new Map([
    ['cnv_1', { messages: 2 }],
    ['cnv_2', { messages: 3 }],
  ])
  words = new Map([...standing].map(([id, { messages }]) => [id, messages]))
  dies = false
  relinks = true
  beforeErasing = async () => {}
  asked = []
  changed = []
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-erasure-'))
  const store = openSqlite(':memory:')
  const outboundHttp = openOutboundHttp({ allow: [] })
  const ports = {
    ...{ bus: sqliteBus(store), documents: sqliteDocuments(store) },
    ...{ blobs: await filesystemBlobs(dir), outboundHttp },
  } as unknown as OpenPorts
  const watched = defineService({
    ...contactsService,
    async start(own) {
      sweep = async () => {
        await mergeWork.runDue(own)
        await erasureWork.runDue(own)
      }
      return { close: async () => {} }
    },
  })
  const log = openLog({ level: 'silent', terminal: false })
  const options = { env: { ENCRYPTION_KEY: 'a key for tests' }, log, clock }
  const chat = await run([others()], ports, options)
  const running = [await run([watched], ports, options)]
  documents = ports.documents
  another = async () => running.push(await run([contactsService], ports, options))
  stopFirst = () => running[0]!.stop()
  close = async () => {
    for (const each of [...running, chat]) await each.stop()
    await outboundHttp.close()
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
afterEach(() => close())

test('an erasure that broke off between a conversation and its messages comes back for them, and counts them', async () => {
  const contact = { name: 'Anna', email: 'anna@example.com' }
  const { id: contactId } = await asking.ask(contacts.queries.contactCreate, { operationId: 'op_1', contact })
  dies = true
  const { jobId } = await asking.ask(contacts.queries.contactErase, { operationId: 'op_2', contactId })
  const read = () => asking.ask(contacts.queries.erasureRead, { jobId })
  await vi.waitFor(async () => expect((await read()).waitsFor).toBe('unavailable'))
  expect(standing.has('cnv_1')).toBe(false)
  expect(words.has('cnv_1')).toBe(true)

  clock.at += 10_000
  await sweep()
  await vi.waitFor(async () => expect((await read()).state).toBe('finished'))
  expect([standing.size, words.size]).toEqual([0, 0])
  const both = { kind: 'contact', contactId, conversationIds: ['cnv_1', 'cnv_2'] }
  expect(
    asked.filter(({ by }) => by === chatContracts.queries.copiesErase.subject).map(({ subject }) => subject),
  ).toEqual([both, both])
  const { items } = await read()
  expect(items).toEqual(
    expect.arrayContaining([
      { what: 'conversations', count: 2 },
      { what: 'messages', count: 5 },
      { what: 'contacts', count: 1 },
    ]),
  )
  // Whoever shows the contact is told that it is not what it was.
  await vi.waitFor(() => expect(changed).toContain(contactId))
})

test('an erasure waits for who is being merged into the contact, and covers who was', async () => {
  const create = async (name: string) => {
    const contact = { name, email: `${name}@example.com` }
    return (await asking.ask(contacts.queries.contactCreate, { operationId: `op_${name}`, contact })).id
  }
  const [contactId, earlier, later, other] = await Promise.all(['anna', 'berg', 'cia', 'dan'].map(create))
  await asking.ask(contacts.queries.contactMerge, { into: later!, from: earlier! })
  relinks = false
  await asking.ask(contacts.queries.contactMerge, { into: contactId!, from: later! })
  const { jobId } = await asking.ask(contacts.queries.contactErase, { operationId: 'op_erase', contactId: contactId! })
  const read = () => asking.ask(contacts.queries.erasureRead, { jobId })
  await vi.waitFor(async () => expect((await read()).waitsFor).toBe('version_conflict'))
  expect(standing.size).toBe(2)

  // Nobody takes it out of the erasure's hands.
  const conflict = { code: 'conflict' }
  await expect(asking.ask(contacts.queries.contactDelete, { contactId: contactId! })).rejects.toMatchObject(conflict)
  for (const pair of [
    { into: contactId!, from: other! },
    { into: other!, from: contactId! },
  ]) {
    await expect(asking.ask(contacts.queries.contactMerge, pair)).rejects.toMatchObject(conflict)
  }
  relinks = true
  clock.at += 20_000
  await sweep()
  await vi.waitFor(async () => expect((await read()).state).toBe('finished'))
  expect(standing.size).toBe(0)
  const erased = asked.filter(({ by }) => by === gateway.queries.copiesErase.subject).map(({ subject }) => subject)
  for (const id of [contactId, earlier, later]) {
    expect(erased).toContainEqual(expect.objectContaining({ kind: 'contact', contactId: id, conversationIds: [] }))
  }
  // All addresses are free again, and the one that was not merged after all is there.
  for (const name of ['anna', 'berg', 'cia']) {
    const contact = { email: `${name}@example.com` }
    await asking.ask(contacts.queries.contactCreate, { operationId: `op_${name}_again`, contact })
  }
  await asking.ask(contacts.queries.contactDelete, { contactId: other! })
})

test('a process that stalls in an erasure beyond its lease and wakes up writes nothing while another is at it', async () => {
  const contact = { name: 'Anna', email: 'anna@example.com' }
  const { id: contactId } = await asking.ask(contacts.queries.contactCreate, { operationId: 'op_1', contact })
  const held: (() => void)[] = []
  beforeErasing = async () => {
    if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
  }
  const { jobId } = await asking.ask(contacts.queries.contactErase, { operationId: 'op_2', contactId })
  await vi.waitFor(() => expect(held).toHaveLength(1))
  clock.at += 121_000
  await another()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  const stored = await documents.collection(erasures)
  const before = await stored.get('acme', jobId)
  const askedBefore = asked.length
  held[0]!()
  await stopFirst()
  expect(await stored.get('acme', jobId)).toEqual(before)
  expect(asked).toHaveLength(askedBefore)
  held[1]!()
  const read = () => asking.ask(contacts.queries.erasureRead, { jobId })
  await vi.waitFor(async () => expect((await read()).state).toBe('finished'))
  expect((await read()).items).toContainEqual({ what: 'conversations', count: 2 })
})
