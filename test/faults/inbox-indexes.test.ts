import { sqliteBus } from '@frontdesk/bus'
import { chatService } from '@frontdesk/chat'
import { chat } from '@frontdesk/contracts'
import {
  type Collection,
  type CollectionDefinition,
  type Documents,
  type Find,
  type Scan,
  sqliteDocuments,
} from '@frontdesk/documents'
import { mongoDocuments } from '@frontdesk/documents/mongo'
import { inspectMongo } from '@frontdesk/documents/mongo/inspect'
import { localModels } from '@frontdesk/models'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { type StandInContext, standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { describe, expect, test } from 'vitest'

type Recorded = { collection: string; find: Find }
/** The fields of an index, first to last, without the tenant. */
type Declared = string[]

const filters: Record<string, object> = {
  none: {},
  status: { status: 'open' },
  handler: { handler: 'queue' },
  channel: { channel: 'api' },
  assignee: { assignee: 'agt_1' },
  tag: { tag: 'vip' },
  contact: { contactId: 'con_1' },
  period: { from: '2026-01-01', to: '2027-01-01' },
  word: { q: 'parcel' },
  snoozed: { snoozed: 'true' },
  unread: { unread: 'true' },
  waiting: { sort: 'waiting' },
  statuses: { status: ['open', 'escalated'] },
  nobody: { assignee: ['none', 'me'] },
}
/** A search has one order. */
const excluded = ['waiting and word', 'word and waiting']

/** Records every page that is asked for. */
function recording(documents: Documents, recorded: Recorded[]): Documents {
  return {
    ...documents,
    async collection<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
      const opened = await documents.collection(definition)
      return new Proxy(opened, {
        get(target, name) {
          const value = Reflect.get(target, name)
          if (name === 'scan') {
            return (tenant: string, scan: Scan) => {
              recorded.push({ collection: definition.name, find: { where: scan.along ?? {}, sort: scan.sort } })
              return target.scan(tenant, scan)
            }
          }
          if (name !== 'find') return typeof value === 'function' ? value.bind(target) : value
          return (tenant: string, find: Find) => {
            recorded.push({ collection: definition.name, find })
            return target.find(tenant, find)
          }
        },
      })
    },
    check: () => documents.check(),
    close: () => documents.close(),
  }
}

/**
 * Whether an index finds the documents in the order that is asked for, so that a page costs what it shows: the ids
 * themselves, or an index that ends in the sorted field behind one of the fields that have to be equal.
 */
function isServed({ where = {}, sort = { field: 'id', direction: 'asc' } }: Find, indexes: Declared[]): boolean {
  if (where.id !== undefined || sort.field === 'id') return true
  const fixed = Object.entries(where).filter(
    ([, condition]) =>
      typeof condition !== 'object' || condition === null || ['has', 'in'].some((operator) => operator in condition),
  )
  const wanted = fixed.length === 0 ? [[sort.field]] : fixed.map(([field]) => [field, sort.field])
  return wanted.some((fields) => indexes.some((index) => fields.every((field, i) => index[i] === field)))
}

/** What chat asks of its documents for a list of conversations under each filter, and each two of them. */
async function recordLists(documents: Documents): Promise<{ name: string; finds: Recorded[] }[]> {
  const recorded: Recorded[] = []
  let context!: StandInContext
  const caller = standIn({
    name: 'gateway',
    async start(own) {
      context = own.forTenant('acme') as typeof context
      return { close: async () => {} }
    },
  })
  const bus = openSqlite(':memory:')
  const ports = {
    bus: sqliteBus(bus),
    documents: recording(documents, recorded),
    models: localModels(),
  } as unknown as OpenPorts
  const running = await run([chatService, caller], ports, {
    env: {},
    log: openLog({ level: 'silent', terminal: false }),
  })
  const lists: { name: string; finds: Recorded[] }[] = []
  try {
    for (const [one, first] of Object.entries(filters)) {
      for (const [other, second] of Object.entries(filters)) {
        if (excluded.includes(`${one} and ${other}`)) continue
        recorded.length = 0
        await context.ask(chat.queries.conversationList, { ...first, ...second, agentId: 'agt_1' })
        lists.push({ name: `${one} and ${other}`, finds: [...recorded] })
      }
    }
  } finally {
    await running.stop()
    await bus.close()
  }
  return lists
}

const mongoUrl = process.env.MONGODB_URL

describe('every filter of the inbox and its order have an index', () => {
  const declared = new Map(
    Object.values(chatService.collections).map(({ name, indexes }) => [name, indexes.map(({ fields }) => fields)]),
  )

  test('that is declared', async () => {
    const store = openSqlite(':memory:')
    const lists = await recordLists(sqliteDocuments(store))
    await store.close()
    expect(lists.filter(({ finds }) => finds.length > 0)).toHaveLength(194)
    const bare = lists.flatMap(({ name, finds }) =>
      finds
        .filter(({ collection, find }) => !isServed(find, declared.get(collection)!))
        .map((found) => ({ name, ...found })),
    )
    expect(bare).toEqual([])
  })

  test.skipIf(!mongoUrl)(`that MongoDB has${mongoUrl ? '' : ' (not run: MONGODB_URL is not set)'}`, async () => {
    const place = { url: mongoUrl!, database: `frontdesk-indexes-${process.pid}` }
    const documents = await mongoDocuments(place)
    try {
      const lists = await recordLists(documents)
      const names = new Set(lists.flatMap(({ finds }) => finds.map(({ collection }) => collection)))
      const collections = Object.values(chatService.collections).filter(({ name }) => names.has(name))
      const { findings, lists: shown } = await inspectMongo({ ...place, collections })
      expect(shown.flatMap(({ rows }) => rows)).toContainEqual(
        expect.objectContaining({ collection: 'chat-conversations', state: 'there', missing: '' }),
      )
      expect(findings.filter(({ what }) => what.includes('lacks the index'))).toEqual([])
    } finally {
      for (const { name } of Object.values(chatService.collections))
        await (await documents.collection({ name, indexes: [] })).eraseTenant('acme')
      await documents.close()
    }
  })
})

test('the check sees a filter that has no index', () => {
  const find: Find = { where: { language: 'sv' }, sort: { field: 'lastMessageAt', direction: 'desc' } }
  expect(isServed(find, [['lastMessageAt'], ['status', 'lastMessageAt']])).toBe(false)
  expect(isServed(find, [['language', 'lastMessageAt']])).toBe(true)
})
