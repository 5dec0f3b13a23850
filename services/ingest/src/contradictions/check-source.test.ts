import { type FoundChunk, ingest, ServiceError } from '@frontdesk/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'
import { contradictionChecks } from './contradiction-document.ts'

let platform: Awaited<ReturnType<typeof startTestPlatform>> | undefined
afterEach(async () => {
  await platform?.close()
  platform = undefined
})

it('a check that was given up is made at the next event of its source', async () => {
  const own = await startTestPlatform({
    find: () => {
      throw new ServiceError('invalid_request')
    },
  })
  platform = own
  const { ask } = own.as('acme')
  const add = async (text: string) =>
    ask(ingest.queries.sourceAdd, { operationId: text, content: await own.upload(text) })
  const said = 'A lost key costs 40 euros to replace.'
  const old = await add(said)
  const fresh = await add('A lost key costs 60 euros to replace.')
  const checks = await own.ports.documents.collection(contradictionChecks)
  const givenUp = async (sourceId: string) => {
    const check = (await checks.get('acme', sourceId))?.body
    expect(check).toMatchObject({ contentIds: '' })
    expect(check).not.toHaveProperty('dueAt')
  }
  await vi.waitFor(() => Promise.all([givenUp(old.id), givenUp(fresh.id)]))

  const { contentId } = own.extracted.find(({ sourceId }) => sourceId === old.id)!.contents[0]!
  const chunk: FoundChunk = {
    ...{ sourceId: old.id, version: 1, contentId, index: 0, text: said, start: 0, end: said.length },
    ...{ title: 'document.txt', score: 1, lexical: 1, vector: 0 },
  }
  own.settings.find = () => [chunk]
  await ask(ingest.queries.sourceUpdate, { sourceId: fresh.id, tags: ['keys'] })
  await vi.waitFor(async () => {
    const { items } = await ask(ingest.queries.contradictionList, { limit: 10 })
    expect(items).toMatchObject([{ newer: { sourceId: fresh.id }, older: { sourceId: old.id } }])
  })
})
