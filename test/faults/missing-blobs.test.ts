import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const main = fileURLToPath(new URL('../../apps/frontdesk/src/main.ts', import.meta.url))
let dir: string
let platform: PlatformProcess
let api: ApiClient

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-missing-'))
  platform = await startProcess({ dataDir: dir, port: await freePort() })
  api = apiClient(platform.baseUrl, apiKey)
}, 120_000)
afterAll(async () => {
  await platform?.kill()
  rmSync(dir, { recursive: true, force: true })
})

/** Removes the blob of the tenant `default` whose name ends so and whose content says so, as a failing disk would. */
function lose(ending: string, saying: string): string {
  const folder = join(dir, 'blobs', 'default')
  const name = readdirSync(folder).find(
    (each) => each.includes(ending) && readFileSync(join(folder, each), 'utf8').includes(saying),
  )
  expect(name, `no blob ${ending} says ${saying}`).toBeDefined()
  rmSync(join(folder, name!))
  return name!
}

async function namesIn(format: string): Promise<Map<string, string>> {
  const response = await api.request('GET', `/api/knowledge/export?format=${format}`)
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    found.set(entry.fileName, Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)).toString())
  }
  return found
}

function doctor(env: Record<string, string> = {}): Promise<any> {
  const all = { ...process.env, NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '', DATA_DIR: dir, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'doctor', '--json'], { env: all }, (_, stdout) => {
      const report = JSON.parse(stdout)
      resolve(report.parts.find((part: any) => part.dependency === 'contents').findings.map(({ what }: any) => what))
    })
  })
}

test('a missing blob is named and fails no export, an import takes the rest, and the doctor tells of each', async () => {
  const whole = await api.teach('Whole', 'Trams leave every ten minutes.')
  const textless = await api.teach('Textless', 'Saunas open at noon.')
  const upload = await api.upload('harbour.txt', 'The harbour closes at nine.')
  const { id: original } = await api.untilReady(upload.body.id)
  await api.post('/api/webhook-endpoints', { url: 'https://example.com/hook', events: ['knowledge.updated'] })
  expect(await doctor()).toEqual([])

  const lost = [lose('_text', 'Saunas open'), lose('upload_', 'harbour closes')]
  const missing = [
    { sourceId: textless.id, title: 'Textless', version: 1, parts: ['text'] },
    { sourceId: original, title: expect.any(String), version: 1, parts: ['original'] },
  ]
  for (const path of [`${textless.id}/versions/1`, `${original}/versions/1/original`]) {
    const reply = await api.get(`/api/knowledge/sources/${path}`)
    expect(reply).toMatchObject({ status: 404, body: { code: 'content_missing' } })
    expect(JSON.stringify(reply.body)).toMatch(/frontdesk doctor/)
    expect(JSON.stringify(reply.body)).not.toMatch(/blob|cnt_/)
  }
  const { body: manifest } = await api.get('/api/knowledge/export')
  expect(manifest.missing).toEqual(missing.slice(0, 1))
  expect(manifest.sources.map(({ id }: any) => id)).toEqual([whole.id, original])

  const zip = await namesIn('zip')
  expect(JSON.parse(zip.get('manifest.json')!).missing).toEqual(missing)
  expect([...zip.keys()].filter((name) => name.includes(original))).toEqual([])
  const markdown = await namesIn('markdown')
  expect(JSON.parse(markdown.get('missing.json')!)).toEqual({ missing: missing.slice(0, 1) })
  expect(markdown.size).toBe(3)

  const taken = await api.post('/api/knowledge/import', manifest)
  expect(taken.status).toBe(202)
  await expect
    .poll(async () => (await api.get(`/api/jobs/${taken.body.jobId}`)).body, { timeout: 30_000, interval: 50 })
    .toMatchObject({ state: 'finished', total: 2, done: 2, failed: 0 })

  const told = await doctor()
  expect(told).toHaveLength(1)
  for (const blob of lost) expect(told[0]).toContain(blob.split('.')[0])
  expect(await doctor({ ENCRYPTION_KEY: 'another key' })).toContainEqual(
    expect.stringMatching(/^1 stored secrets can't be decrypted/),
  )
})
