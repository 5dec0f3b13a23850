import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, sqliteDocuments } from '@frontdesk/documents'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IngestContext } from '../context.ts'
import { type StatementDocument, statements } from './contradiction-document.ts'
import { findStatements } from './find-statements.ts'
import type { Statement } from './read-statements.ts'
import { keysOf, textDigest } from './statement-keys.ts'

const dir = mkdtempSync(join(tmpdir(), 'frontdesk-statements-'))
let store: SqliteStore
let kept: Collection<StatementDocument>
beforeAll(async () => {
  store = openSqlite(join(dir, 'main.db'))
  kept = await sqliteDocuments(store).collection(statements)
  await keep('small', 1_000)
  await keep('large', 30_000)
})
afterAll(async () => {
  await store.close()
  rmSync(dir, { recursive: true })
})

const statementAbout = (subject: string): Statement => {
  const words = { kind: 'sentence' as const, subject: [subject], values: [], countedFrom: new Set<string>() }
  return { ...words, text: `The ${subject} costs 5 euros.` } as unknown as Statement
}

async function keep(tenant: string, count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, i) => {
    const statement = statementAbout(`part${i}`)
    const text = textDigest(statement)
    const body = { key: keysOf(statement)[0]!, text, sourceId: `src_${i}`, contentId: `cnt_${i}`, line: 0 }
    return { id: `cnt_${i}_0_0`, body }
  })
  await kept.addMany(tenant, documents)
}

const asked = Array.from({ length: 50 }, (_, i) => statementAbout(`part${i * 17}`))
const find = (tenant: string) =>
  findStatements(asked, { tenant, collections: { statements: kept } } as unknown as IngestContext)

/** Milliseconds of this process, of which other processes take none: the least of some rounds. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const started = process.cpuUsage()
    for (let i = 0; i < 4; i++) await work()
    const { user, system } = process.cpuUsage(started)
    rounds.push((user + system) / 1_000)
  }
  return Math.min(...rounds)
}

it('finds the places of each statement', async () => {
  const found = await find('large')
  expect(asked.map((statement) => found.get(statement)?.map(({ sourceId }) => sourceId))).toEqual(
    asked.map((_, i) => [`src_${i * 17}`]),
  )
})

it('takes as long in a large knowledge base as in a small one', async () => {
  await Promise.all([find('small'), find('large')])
  const small = await processorMs(() => find('small'))
  const large = await processorMs(() => find('large'))
  // Reading every statement takes 20 times as long; the steps of the clock are no part of it.
  expect(large / (small + 2)).toBeLessThan(4)
})
