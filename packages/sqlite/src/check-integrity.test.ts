import { copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertFileIntact, describeDamage, findDamageInFile, inspectDataFolder, openSqlite } from './index.ts'

const dir = mkdtempSync(join(tmpdir(), 'frontdesk-integrity-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const whole = join(dir, 'whole.db')
const pageBytes = 4_096
let pages: Record<string, number> = {}

beforeAll(async () => {
  const store = openSqlite(whole)
  for (const table of ['documents_chat_messages', 'bus_events', 'documents_contacts_contacts']) {
    store.database.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, body TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO ${table} SELECT i, hex(randomblob(200)) FROM n`)
  }
  await store.close()
  const database = new DatabaseSync(whole)
  const rows = database.prepare(`SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'`).all()
  pages = Object.fromEntries(rows.map(({ name, rootpage }) => [String(name), Number(rootpage)]))
  database.close()
})

let copies = 0
/** A copy of the database in which a page is overwritten; the first is number 1. */
function damagedAt(page: number): string {
  const folder = mkdtempSync(join(dir, `${++copies}-`))
  const file = join(folder, 'main.db')
  copyFileSync(whole, file)
  const bytes = Buffer.alloc(pageBytes, 0xa5)
  writeSync(openSync(file, 'r+'), bytes, 0, bytes.length, (page - 1) * pageBytes)
  return file
}

it('finds nothing in a database that is whole, nor where there is none', () => {
  expect(findDamageInFile(whole)).toEqual([])
  assertFileIntact(whole, '')
  assertFileIntact(join(dir, 'none.db'), '')
})

it.each([
  ['documents_chat_messages', 'messages of chat'],
  ['documents_contacts_contacts', 'contacts of contacts'],
  ['bus_events', 'events that are on their way'],
])('names the table %s of a damaged page and what it holds', (table, content) => {
  for (const page of [pages[table]!, pages[table]! + 3]) {
    const file = damagedAt(page)
    const damaged = findDamageInFile(file)
    if (page === pages[table]) {
      expect(damaged.map((each) => each.table)).toEqual([table])
      expect(describeDamage(damaged)).toContain(content)
    }
    expect(() => assertFileIntact(file, 'Do this.')).toThrow(/main\.db is damaged: .* Do this\.$/)
  }
})

it('a start says which file is damaged, and not that waiting would help', () => {
  const damaged = { code: 'unavailable', storage: 'damaged', message: expect.stringContaining('frontdesk doctor') }
  expect(() => openSqlite(damagedAt(1))).toThrow(expect.objectContaining(damaged))
})

it('the doctor names file, table and the way back, and lets the other parts be looked at', async () => {
  const file = damagedAt(pages.documents_chat_messages!)
  const { inspection, store, close } = await inspectDataFolder(join(file, '..'))
  expect(inspection.findings.filter(({ what }) => what.includes('damaged'))).toMatchObject([
    {
      level: 'fault',
      what: expect.stringMatching(/main\.db is damaged: messages of chat \(documents_chat_messages: /),
      remedy: expect.stringContaining('frontdesk restore'),
    },
  ])
  expect(store).toBeDefined()
  await close()
})
