import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metric } from '../bench/knowledge/fill-platform.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const uploads = 500
const searchEvery = 5
const mb = 1024 * 1024

let dataDir: string
let platform: PlatformProcess
let api: ReturnType<typeof apiClient>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-soak-'))
  platform = await startProcess({ dataDir, port: await freePort() })
  api = apiClient(platform.baseUrl, apiKey)
})
afterEach(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('500 uploads with searches between leave no descriptor open and no memory behind', async ({ annotate }) => {
  const read = async () => ({
    descriptors: await metric(platform.baseUrl, 'process_open_fds'),
    memory: (await metric(platform.baseUrl, 'process_resident_memory_bytes')) / mb,
  })
  const upload = async (from: number, to: number) => {
    for (let i = from; i < to; i += searchEvery) {
      const batch = Array.from({ length: Math.min(searchEvery, to - i) }, (_, at) => i + at)
      await Promise.all(
        batch.map((number) => api.teach(`Article ${number}`, `Article ${number} says that shelf ${number} is blue.`)),
      )
      const found = await api.get(`/api/search?q=shelf%20${i}&limit=3`)
      expect(found.body.items[0].text).toContain(`shelf ${i} `)
    }
  }
  // Until every thread, connection and cache that such work needs is there.
  await upload(0, 100)
  const before = await read()
  await upload(100, uploads)
  const after = await read()
  const report = `descriptors ${before.descriptors} → ${after.descriptors}, ${before.memory.toFixed(0)} → ${after.memory.toFixed(0)} MB`
  console.log(report)
  await annotate(report)
  expect(after.descriptors - before.descriptors, report).toBeLessThan(12)
  expect(after.memory - before.memory, report).toBeLessThan(100)
})
