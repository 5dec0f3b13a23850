import { ingest, serviceNames } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { standIn } from '@frontdesk/service/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

/** What a service may keep whose field of a blob has no name that anybody else knows. */
const drafts = collection<{ file: string }>('test-drafts', [], { refersTo: ({ body }) => ({ blobs: [body.file] }) })
const others = serviceNames
  .filter((name) => name !== 'ingest')
  .map((name) => standIn({ name, ...(name === 'analytics' && { collections: { drafts } }) }))

it('old uploads and contents that nothing refers to are removed; recent, referenced and foreign blobs stay', async () => {
  const old = new Set<string>()
  platform = await startTestPlatform({
    others,
    wrapBlobs: (blobs) => ({
      ...blobs,
      async *list(tenant) {
        for await (const info of blobs.list(tenant)) {
          yield { ...info, modifiedAt: old.has(info.id) ? info.modifiedAt - 3 * 24 * 60 * 60 * 1_000 : info.modifiedAt }
        }
      },
    }),
  })
  const { blobs, as } = platform
  const own = as('acme')
  const info = await blobs.put('acme', 'upload_named', Buffer.from('The ferry leaves at 7:15.'))
  const content = { kind: 'file' as const, blobId: info.id, filename: 'a.txt', bytes: info.bytes, sha256: info.sha256 }
  const source = await own.ask(ingest.queries.sourceAdd, { operationId: 'op_1', content })
  await vi.waitFor(
    async () =>
      expect(await own.ask(ingest.queries.sourceRead, { sourceId: source.id })).toMatchObject({ status: 'Ready' }),
    10_000,
  )
  const named = await platform.blobIds()
  const kept = await platform.ports.documents.collection(drafts)
  await kept.put('acme', 'draft_1', { file: 'upload_draft' })
  await kept.put('umbrella', 'draft_1', { file: 'upload_stray' })
  const strays = ['upload_stray', 'cnt_0123_text', 'cnt_0123_chunks']
  for (const id of [...strays, 'upload_young', 'upload_draft', 'export_1'])
    await blobs.put('acme', id, Buffer.from('x'))
  for (const id of [...named, ...strays, 'upload_draft', 'export_1']) old.add(id)

  expect(await own.ask(ingest.queries.blobsSweep, {})).toEqual({ removed: strays.length })
  expect((await platform.blobIds()).sort()).toEqual([...named, 'upload_young', 'upload_draft', 'export_1'].sort())
  expect(await own.ask(ingest.queries.blobsSweep, {})).toEqual({ removed: 0 })
})

it('nothing is removed while a service can not say what it names', async () => {
  platform = await startTestPlatform({
    others: others.slice(1),
    wrapBlobs: (blobs) => ({
      ...blobs,
      async *list(tenant) {
        for await (const info of blobs.list(tenant)) yield { ...info, modifiedAt: 0 }
      },
    }),
  })
  await platform.blobs.put('acme', 'upload_1', Buffer.from('x'))
  await expect(platform.as('acme').ask(ingest.queries.blobsSweep, {})).rejects.toMatchObject({ code: 'unavailable' })
  expect(await platform.blobIds()).toEqual(['upload_1'])
})
