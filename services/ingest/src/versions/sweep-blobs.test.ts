import { ingest } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

it('old uploads and contents that no source refers to are removed; recent, referenced and foreign blobs stay', async () => {
  const old = new Set<string>()
  platform = await startTestPlatform({
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
  const strays = ['upload_stray', 'cnt_0123_text', 'cnt_0123_chunks']
  for (const id of [...strays, 'upload_young', 'export_1']) await blobs.put('acme', id, Buffer.from('x'))
  for (const id of [...named, ...strays, 'export_1']) old.add(id)

  expect(await own.ask(ingest.queries.blobsSweep, {})).toEqual({ removed: strays.length })
  expect((await platform.blobIds()).sort()).toEqual([...named, 'upload_young', 'export_1'].sort())
  expect(await own.ask(ingest.queries.blobsSweep, {})).toEqual({ removed: 0 })
})
