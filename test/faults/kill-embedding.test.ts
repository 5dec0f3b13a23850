import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carefulClient, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

/** A short form runs with every test; `FAULT_ROUNDS=20` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2)
const sourceCount = 6

let dataDir: string
let port: number
let platform: PlatformProcess
let endpoint: OpenAiEndpoint
const client = carefulClient(() => platform.baseUrl, apiKey)
const start = async (model: string) => {
  const env = { OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'chat', EMBEDDING_MODEL: model, EMBEDDING_LEASE_MS: '1500' }
  platform = await startProcess({ dataDir, port, env })
}

beforeAll(async () => {
  endpoint = await startOpenAiEndpoint()
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-embedding-'))
  port = await freePort()
  await start('embed-a')
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await endpoint?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const search = async (n: number): Promise<any[]> =>
  (await client.call('GET', `/api/search?q=${encodeURIComponent(`lamps of hall ${n}00`)}`)).body.items
const ids: string[] = []

it(
  'sources are all embedded by another model in the end, however often that is killed, and are found all the while',
  async () => {
    for (let n = 1; n <= sourceCount; n++) {
      const text = Array.from({ length: 40 }, (_, i) => `Hall ${n}00 has ${i + 3} lamps. ${'It is lit. '.repeat(60)}`)
      const body = { type: 'manual', title: `Hall ${n}00`, text: text.join('\n\n') }
      ids.push((await client.insist('POST', '/api/knowledge/sources', () => body, `hall-${n}`)).body.id)
    }
    for (const id of ids) {
      await expect
        .poll(async () => (await client.call('GET', `/api/knowledge/sources/${id}`)).body.status, { timeout: 60_000 })
        .toBe('Ready')
    }
    const kills: number[] = []
    for (let round = 0; round < rounds; round++) {
      await platform.kill()
      await start('embed-b')
      for (let n = 1; n <= sourceCount; n++) expect((await search(n))[0]).toMatchObject({ sourceId: ids[n - 1] })
      const afterMs = Math.round(3_000 + random() * 3_500)
      kills.push(afterMs)
      await wait(afterMs)
    }
    await platform.kill()
    await start('embed-b')
    // The vector list has nothing of a source that is not embedded by the model of now.
    await expect
      .poll(
        async () => {
          const found = await Promise.all(ids.map((_, i) => search(i + 1)))
          return found.every((items) => items.some(({ vector }) => vector > 0))
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBe(true)
    process.stdout.write(`embedding again killed after ${kills.join(', ')} ms\n`)
    for (let n = 1; n <= sourceCount; n++) expect((await search(n))[0]).toMatchObject({ sourceId: ids[n - 1] })
  },
  rounds * 30_000 + 180_000,
)

it('a job that embeds a source again comes to its end although it is killed', async () => {
  const begun = await client.insist('POST', '/api/embeddings', () => ({ sourceId: ids[0] }), 'again')
  expect(begun.status).toBe(202)
  await platform.kill()
  await start('embed-b')
  await expect
    .poll(async () => (await client.call('GET', `/api/jobs/${begun.body.jobId}`)).body, { timeout: 60_000 })
    .toMatchObject({ state: 'finished', done: 1, failed: 0 })
}, 90_000)
