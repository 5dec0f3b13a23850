import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
import { live } from '../live/live-record-document.ts'

const startRetrieval = useRetrieval()

test('sources of an earlier index format are indexed again from what is stored, with the names of their files', async () => {
  const { extract, find, facts, index, documents, files } = await startRetrieval()
  const count = 25
  for (let i = 0; i < count; i++) await extract('a', `src_${i}`, 1, [{ title: `T${i}`, text: 'Net sales rose.' }])
  await vi.waitFor(() => expect(facts).toHaveLength(count))
  // As an earlier release left them: its file of chunks was emptied at start.
  await index.eraseTenant('a')
  const records = await documents.collection(live)
  for (let i = 0; i < count; i++) {
    const { body } = (await records.get('a', `src_${i}`))!
    await records.put('a', `src_${i}`, { ...body, generation: 'local-hashed-1024/1', dimensions: 1024 })
    files.set(`src_${i}`, `quarter-${i}-report.pdf`)
  }
  await vi.waitFor(async () => {
    const space = { tenant: 'a', generation: 'local-hashed-1024/2', dimensions: 0 }
    expect(await index.count(space)).toBe(count)
  })
  await vi.waitFor(async () => {
    expect((await find('a', 'sales report quarter 17'))[0]).toMatchObject({ sourceId: 'src_17', title: 'T17' })
  })
  expect((await records.get('a', 'src_3'))!.body).toMatchObject({
    generation: 'local-hashed-1024/2',
    dimensions: 0,
    filename: 'quarter-3-report.pdf',
  })
})
