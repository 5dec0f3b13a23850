import { ingest } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

it('front matter gives a source its title, tags and metadata, a new version takes back what it does not say, and people’s own stay', async () => {
  const own = await startTestPlatform()
  platform = own
  const { ask } = own.as('acme')
  const ready = (sourceId: string, version: number) =>
    vi.waitFor(async () => {
      const source = await ask(ingest.queries.sourceRead, { sourceId })
      expect(source).toMatchObject({ status: 'Ready', liveVersion: version })
      return source
    })
  const text = '---\ntitle: K2\ntags: [a, b]\ninternal: secret-42\n---\n\n# Shipping\n\nWe ship to Norway.\n'
  const content = await own.upload(text, 'shipping.md', 'acme')
  const { id } = await ask(ingest.queries.sourceAdd, { operationId: 'op-1', content, tags: ['mine'] })
  expect(await ready(id, 1)).toMatchObject({
    title: 'K2',
    tags: ['mine', 'a', 'b'],
    metadata: { internal: 'secret-42', visibility: 'internal' },
  })
  const { textBlobIds } = await ask(ingest.queries.versionRead, { sourceId: id, version: 1 })
  expect(Buffer.from(await own.blobs.read('acme', textBlobIds[0]!)).toString()).toBe('Shipping\n\nWe ship to Norway.')

  await ask(ingest.queries.sourceUpdate, { sourceId: id, metadata: { internal: 'secret-42', visibility: 'staff' } })
  const next = await own.upload('---\ntitle: K3\ntags: [b, c]\n---\n\nWe ship to Norway.\n', 'shipping.md', 'acme')
  await ask(ingest.queries.sourceReplace, { operationId: 'op-2', sourceId: id, content: next })
  expect(await ready(id, 2)).toMatchObject({ title: 'K3', tags: ['mine', 'b', 'c'], metadata: { visibility: 'staff' } })

  const last = await own.upload('We ship to Norway and Denmark.\n', 'shipping.md', 'acme')
  await ask(ingest.queries.sourceReplace, { operationId: 'op-3', sourceId: id, content: last })
  expect(await ready(id, 3)).toMatchObject({ tags: ['mine'], metadata: { visibility: 'staff' } })
})
