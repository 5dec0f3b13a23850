import { contacts, ServiceError } from '@frontdesk/contracts'
import type { CollectionDefinition, Documents } from '@frontdesk/documents'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { header, runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

/** Whether verdicts of rows can't be written. */
let isFull = false
const failing = (documents: Documents): Documents => ({
  ...documents,
  async collection<T extends object>(definition: CollectionDefinition<T>) {
    const kept = await documents.collection(definition)
    if (definition.name !== 'contacts-import-rows') return kept
    const putMany: typeof kept.putMany = async (tenant, rows) => {
      if (isFull) throw new ServiceError('conflict')
      await kept.putMany(tenant, rows)
    }
    return { ...kept, putMany }
  },
})

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  isFull = false
  platform = await startTestContacts({ wrap: failing })
  imports = runTestImports(platform)
})
afterEach(() => platform.close())

const cancel = (jobId: string) => platform.as().ask(contacts.queries.jobCancel, { jobId })
const undo = async (jobId: string) => {
  await platform.as().ask(contacts.queries.importUndo, { jobId })
  return imports.undone(jobId)
}
async function howMany(): Promise<number> {
  let count = 0
  let cursor: string | null = null
  do {
    const page: { items: unknown[]; nextCursor: string | null } = await platform
      .as()
      .ask(contacts.queries.contactList, { limit: 100, ...(cursor && { cursor }) })
    count += page.items.length
    cursor = page.nextCursor
  } while (cursor)
  return count
}
const many = (count: number) =>
  [header, ...Array.from({ length: count }, (_, i) => `P${i},p${i}@example.com,,,`)].join('\n')
const begun = (jobId: string) =>
  vi.waitFor(async () => expect((await imports.job(jobId)).done).toBeGreaterThan(0), { timeout: 20_000, interval: 2 })

test('a cancelled import counts whom it made, the rest has failed, and an undo takes all of it back', async () => {
  const jobId = await imports.start(many(2_000))
  await begun(jobId)
  await cancel(jobId)
  const job = await imports.finished(jobId)
  expect(job).toMatchObject({ total: 2_000, error: { code: 'cancelled' } })
  expect(job.done + job.failed).toBe(2_000)
  expect(job.verdicts.created).toBe(job.done)
  expect(job.done).toBeLessThan(2_000)
  expect(await howMany()).toBe(job.done)
  await undo(jobId)
  expect(await howMany()).toBe(0)
}, 30_000)

test('cancelled and stopped in the middle of a batch, what was made is counted too', async () => {
  const jobId = await imports.start(many(2_000))
  await begun(jobId)
  await cancel(jobId)
  await platform.restart()
  const job = await imports.finished(jobId)
  expect(await howMany()).toBe(job.done)
  expect(job.done + job.failed).toBe(2_000)
  await undo(jobId)
  expect(await howMany()).toBe(0)
}, 30_000)

test('whom an import made that failed before it could say so, an undo takes back too', async () => {
  const jobId = await imports.start(many(250))
  isFull = true
  expect(await imports.finished(jobId)).toMatchObject({ done: 0, failed: 250, error: { code: 'conflict' } })
  expect(await howMany()).toBe(50)
  isFull = false
  await undo(jobId)
  expect(await howMany()).toBe(0)
}, 30_000)

test('an address that another contact took since is not given back', async () => {
  const changed = await imports.create({ email: 'old@example.com', phone: '+46701740605' })
  const { jobId } = await imports.run(`${header}\nNew,new@example.com,+46701740605,,`, { onDuplicate: 'update' })
  const other = await imports.create({ email: 'old@example.com' })
  await undo(jobId)
  expect((await imports.rows(jobId)).map(({ undone }) => undone)).toEqual(['kept'])
  const people = await imports.people()
  expect(people.find(({ id }) => id === changed.id)?.email).toBe('new@example.com')
  expect(people.find(({ id }) => id === other.id)?.email).toBe('old@example.com')
})

test('a contact whose merge was begun is gone already', async () => {
  const { jobId, rows } = await imports.run(`${header}\nAnna,anna@example.com,,,\nBo,bo@example.com,,,`)
  const into = await imports.create({ email: 'into@example.com' })
  platform.hooks.beforeRelink = async () => {
    throw new ServiceError('conflict')
  }
  await Promise.allSettled([
    platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: rows[0]!.contactId! }),
  ])
  platform.hooks.beforeRelink = async () => {}
  const job = await undo(jobId)
  expect(job.error).toBeUndefined()
  expect((await imports.rows(jobId)).map(({ undone }) => undone)).toEqual(['removed', 'removed'])
  expect((await imports.people()).map(({ id }) => id)).toEqual([into.id])
})

test('an undo that fails ends, says why, and is begun again by the next', async () => {
  const { jobId } = await imports.run(`${header}\nAnna,anna@example.com,,,`)
  platform.hooks.beforeRelink = async () => {
    throw new ServiceError('conflict', { detail: 'Not now.' })
  }
  expect(await undo(jobId)).toMatchObject({ undo: 'finished', error: { code: 'conflict' } })
  expect(await howMany()).toBe(1)
  platform.hooks.beforeRelink = async () => {}
  const again = await undo(jobId)
  expect(again.error).toBeUndefined()
  expect(await howMany()).toBe(0)
})
