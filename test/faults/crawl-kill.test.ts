import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { carefulClient } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { isTrap, type Site, startSite } from './site.ts'

let dataDir: string
let port: number
let platform: PlatformProcess
let site: Site
const client = carefulClient(() => platform.baseUrl, apiKey)
/** Short leases, so that the next process need not wait long for those of the one before. */
const start = () => startProcess({ dataDir, port, env: { CRAWL_PACE_MS: '20', CRAWL_LEASE_MS: '1000' } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-crawl-kill-'))
  port = await freePort()
  site = await startSite({ sections: 4, articles: 12, slowMs: 50 })
  platform = await start()
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await site?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('a crawl that is killed again and again goes on where it was: every page once, but for the one in flight', async () => {
  const added = await client.call('POST', '/api/knowledge/sources', { type: 'url', url: site.start, maxPages: 100 })
  expect(added.status).toBe(202)
  const sourceId = added.body.id as string
  const kills = 3
  for (let kill = 1; kill <= kills; kill++) {
    const seen = site.requests.length
    await vi.waitFor(() => expect(site.requests.length).toBeGreaterThan(seen + 12), { timeout: 30_000, interval: 5 })
    await platform.kill()
    platform = await start()
  }
  const source = await vi.waitFor(
    async () => {
      const { body } = await client.call('GET', `/api/knowledge/sources/${sourceId}`)
      expect(body.status).toBe('Ready')
      return body
    },
    { timeout: 60_000, interval: 100 },
  )
  const repeated = site.requests.filter((path, i) => site.requests.indexOf(path) !== i)
  process.stdout.write(
    `killed ${kills} times: ${site.requests.length} requests, again: ${repeated.join(' ') || 'none'}\n`,
  )
  expect(repeated.length).toBeLessThanOrEqual(kills)
  expect(new Set(site.requests.filter((path) => !isTrap(path)))).toEqual(site.allowed)
  const { body: crawl } = await client.call('GET', `/api/crawls/${source.crawlId}`)
  expect(crawl).toMatchObject({ state: 'finished', counts: { queued: 0 } })
  const fetched = crawl.pages.filter(({ status }: { status: string }) => status === 'fetched')
  expect(new Set(fetched.map(({ url }: { url: string }) => url)).size).toBe(fetched.length)
}, 150_000)
