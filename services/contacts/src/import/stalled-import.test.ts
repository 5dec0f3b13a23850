import { ServiceError } from '@frontdesk/contracts'
import type { CollectionDefinition, Documents } from '@frontdesk/documents'
import { afterEach, expect, test, vi } from 'vitest'
import { header, runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'
import { imports } from './import-document.ts'

/** Of each process that writes verdicts, in turn: what lets it go on. */
let held: (() => void)[] = []
const holding = (documents: Documents): Documents => ({
  ...documents,
  async collection<T extends object>(definition: CollectionDefinition<T>) {
    const kept = await documents.collection(definition)
    if (definition.name !== 'contacts-import-rows') return kept
    const putMany: typeof kept.putMany = async (tenant, rows) => {
      if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
      await kept.putMany(tenant, rows)
    }
    return { ...kept, putMany }
  },
})

let platform: TestContacts
afterEach(() => platform.close())

test('a process that stalls in an import beyond its lease and wakes up writes nothing while another is at it', async () => {
  held = []
  platform = await startTestContacts({ wrap: holding })
  const own = runTestImports(platform)
  const people = Array.from({ length: 450 }, (_, i) => `P${i},p${i}@example.com,,,`)
  const jobId = await own.start([header, ...people].join('\n'))
  await vi.waitFor(() => expect(held).toHaveLength(1))
  platform.clock.at += 31_000
  await platform.another()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  const documents = await platform.documents.collection(imports)
  const before = await documents.get('acme', jobId)
  held[0]!()
  await platform.stopFirst()
  expect(await documents.get('acme', jobId)).toEqual(before)
  held[1]!()
  const job = await own.finished(jobId)
  expect(job).toMatchObject({ total: 450, done: 450, verdicts: { created: 450 } })
  expect(await own.rows(jobId)).toHaveLength(450)
}, 30_000)

test('an import that an earlier release was at is taken up and finished', async () => {
  held = []
  platform = await startTestContacts({ wrap: holding })
  const own = runTestImports(platform)
  const blobId = await platform.upload(`${header}\nAnna,anna@example.com,,,`)
  const documents = await platform.documents.collection(imports)
  await documents.put('acme', 'cjob_old', {
    blobId,
    mapping: { Name: 'name', 'E-mail': 'email' },
    onDuplicate: 'skip',
    dryRun: false,
    createdAt: new Date(platform.clock.at).toISOString(),
    state: 'running',
    header: [],
    total: 0,
    at: 0,
    verdicts: { created: 0, updated: 0, duplicate: 0, rejected: 0 },
    tries: 1,
    cause: { correlationId: 'req_old', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    dueAt: platform.clock.at + 30_000,
  })
  platform.clock.at += 30_000
  await vi.waitFor(async () => {
    await own.job('cjob_old')
    expect(held).toHaveLength(1)
  })
  // It goes on as the request of then, whose id it forgets with its end.
  expect((await documents.get('acme', 'cjob_old'))!.body.cause?.correlationId).toBe('req_old')
  held[0]!()
  expect(await own.finished('cjob_old')).toMatchObject({ done: 1, verdicts: { created: 1 } })
  expect((await documents.get('acme', 'cjob_old'))!.body).not.toHaveProperty('cause')
}, 30_000)

test('an import waits for the end of an outage, says so, and then goes on', async () => {
  platform = await startTestContacts()
  const own = runTestImports(platform)
  let asked = 0
  const read = platform.blobs.stream
  // Whether the file can be read is looked at before the import begins.
  const away = vi.spyOn(platform.blobs, 'stream').mockImplementation(async (...place) => {
    if (asked++ === 0) return read(...place)
    throw new ServiceError('unavailable')
  })
  const jobId = await own.start(`${header}\nAnna,anna@example.com,,,`)
  while (asked < 8) {
    const before = asked
    await vi.waitFor(async () => {
      expect(asked).toBeGreaterThan(before)
      expect(await own.job(jobId)).toMatchObject({ state: 'running', waitsFor: 'unavailable' })
    })
    platform.clock.at += 300_000
    await platform.restart()
  }
  away.mockRestore()
  const job = await own.finished(jobId)
  expect(job).toMatchObject({ done: 1, failed: 0 })
  expect(job).not.toHaveProperty('waitsFor')
}, 30_000)
