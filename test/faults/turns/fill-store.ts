import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Fields = Record<string, any>
type Filling = {
  /** How many documents the collection is to have at least. */
  count: number
  /** What a copy has that its original has not. */
  change?(body: Fields, copy: number): void
}

const dayMs = 86_400_000
const days = 28
const tags = [['vip'], ['vip', 'returns'], [], ['returns']]

/** Spreads a time over the last days. */
const dayOf = (time: string, copy: number) => new Date(Date.parse(time) - (copy % days) * dayMs).toISOString()
const spread =
  (...fields: string[]) =>
  (body: Fields, copy: number) => {
    for (const field of fields) if (body[field] !== undefined) body[field] = dayOf(body[field], copy)
  }

/** What a large tenant has many of. Settings, policies and endpoints are few for everybody. */
const fillings: Record<string, Filling> = {
  chat_conversations: {
    count: 100_000,
    change(body, copy) {
      spread('createdAt', 'updatedAt', 'lastMessageAt')(body, copy)
      if (copy % 2 === 1) body.status = 'closed'
      body.tags = copy % 100 === 0 ? tags[(copy / 100) % tags.length] : []
      // Nothing is due, or a hundred thousand conversations would be at once.
      delete body.assumeAt
      delete body.dueAt
    },
  },
  chat_messages: { count: 20_000, change: spread('createdAt') },
  chat_message_words: { count: 30_000 },
  chat_questions: { count: 100_000, change: spread('at') },
  chat_activity: { count: 20_000, change: spread('at') },
  analytics_facts: {
    count: 100_000,
    change(body, copy) {
      spread('at')(body, copy)
      if (body.ms !== undefined) body.ms += copy
      if (body.confidence !== undefined) body.confidence = (copy % 9_973) / 9_973
    },
  },
  analytics_conversations: {
    count: 100_000,
    change(body, copy) {
      body.tags = copy % 100 === 0 ? tags[(copy / 100) % tags.length] : []
    },
  },
  analytics_questions: { count: 5_000, change: spread('at') },
  analytics_gaps: { count: 2_000, change: spread('lastAskedAt') },
  analytics_log: { count: 10_000, change: spread('at') },
  contacts_contacts: {
    count: 10_000,
    change(body, copy) {
      body.tags = copy % 50 === 0 ? ['vip'] : []
    },
  },
  contacts_addresses: { count: 10_000 },
  webhook_dispatcher_deliveries: {
    count: 10_000,
    change(body) {
      // Done with, or they would all be sent.
      body.state = 'delivered'
      for (const field of ['dueAt', 'lease', 'nextAttemptAt']) delete body[field]
    },
  },
}

const many = /\b(cnv|msg|con|adr|act|gap|dlv|cpr)_[0-9a-f]{6}/g

/** Another text with ids and addresses of its own, the same ones for the same copy in every collection. */
const renamed = (text: string, copy: number): string =>
  text
    .replace(many, (_, prefix: string) => `${prefix}_${copy.toString(16).padStart(6, '0')}`)
    .replaceAll(/@example\./g, `@of-${copy}.example.`)

/**
 * Copies what a tenant has in a data folder until there is as much as a large tenant has. Only when nobody has it open.
 * Answers how many documents each collection has.
 */
export function fillStore(dataDir: string, tenant: string): Record<string, number> {
  const database = new DatabaseSync(join(dataDir, 'main.db'))
  const counts: Record<string, number> = {}
  try {
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -65536')
    for (const [name, { count, change }] of Object.entries(fillings)) {
      const table = `documents_${name}`
      const exists = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = ?`).get(table)
      const originals = exists
        ? (database.prepare(`SELECT id, body FROM ${table} WHERE tenant = ?`).all(tenant) as {
            id: string
            body: string
          }[])
        : []
      if (originals.length === 0) throw new Error(`nothing in ${name} to make copies of`)
      // Quicker all at once: the platform makes them again when it starts.
      const indexes = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND name GLOB ?`)
      for (const index of indexes.all(`${table}_by_*`)) database.exec(`DROP INDEX ${index.name}`)
      const add = database.prepare(`INSERT INTO ${table} VALUES (?, ?, 1, 0, ?, NULL, NULL) ON CONFLICT DO NOTHING`)
      database.exec('BEGIN')
      let made = originals.length
      for (let copy = 1; made < count; copy++) {
        for (const { id, body } of originals) {
          const fields = JSON.parse(renamed(body, copy))
          change?.(fields, copy)
          made += Number(
            add.run(tenant, `${renamed(id, copy)}${many.test(id) ? '' : `_${copy}`}`, JSON.stringify(fields)).changes,
          )
          many.lastIndex = 0
        }
        if (copy > count) throw new Error(`copies of ${name} do not differ`)
      }
      database.exec('COMMIT')
      counts[name] = made
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return counts
  } finally {
    database.close()
  }
}
