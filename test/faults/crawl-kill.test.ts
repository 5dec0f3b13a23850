import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { services } from '@frontdesk/cli'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noServers, serversOf, startDistributed } from '../processes/start-distributed.ts'
import { carefulClient } from './load.ts'
import { apiKey, freePort, startProcess } from './platform-process.ts'
import { isTrap, type Site, startSite } from './site.ts'

const kills = 3
/** Short leases, so that the next process need not wait long for those of the one before. */
const env = { CRAWL_PACE_MS: '20', CRAWL_LEASE_MS: '1000' }
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}, 60_000)

async function openSite(): Promise<Site> {
  const site = await startSite({ sections: 4, articles: 12, slowMs: 50 })
  cleanups.push(() => site.close())
  return site
}

/** Crawls a site while `kill` is called again and again, and holds what was asked for and what came of it to the promises. */
async function crawlUnderFire(
  site: Site,
  client: ReturnType<typeof carefulClient>,
  kill: (time: number) => Promise<void>,
) {
  const added = await client.call('POST', '/api/knowledge/sources', { type: 'url', url: site.start, maxPages: 100 })
  expect(added.status).toBe(202)
  for (let time = 0; time < kills; time++) {
    const seen = site.requests.length
    await vi.waitFor(() => expect(site.requests.length).toBeGreaterThan(seen + 12), { timeout: 60_000, interval: 5 })
    await kill(time)
  }
  const source = await vi.waitFor(
    async () => {
      const { body } = await client.call('GET', `/api/knowledge/sources/${added.body.id}`)
      expect(body.status).toBe('Ready')
      return body
    },
    { timeout: 90_000, interval: 100 },
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
}

it('a crawl that is killed again and again goes on where it was: every page once, but for the one in flight', async () => {
  const site = await openSite()
  const dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-crawl-kill-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  let platform = await startProcess({ dataDir, port, env })
  cleanups.push(() => platform.kill())
  await crawlUnderFire(
    site,
    carefulClient(() => platform.baseUrl, apiKey),
    async () => {
      await platform.kill()
      platform = await startProcess({ dataDir, port, env })
    },
  )
}, 240_000)

describe.skipIf(noServers)(`on servers${noServers ? ` (${noServers})` : ''}`, () => {
  it('a crawl goes on in the other process when one is killed', async () => {
    const site = await openSite()
    const others = services.map(({ name }) => name).filter((name) => name !== 'crawler')
    const platform = await startDistributed({
      servers: serversOf()!,
      processes: [['crawler'], ['crawler'], others],
      env,
    })
    cleanups.push(platform.stop)
    const client = carefulClient(() => platform.gateways[0]!, platform.apiKey)
    await crawlUnderFire(site, client, async (time) => {
      const victim = platform.members[time % 2]!
      await victim.process.kill()
      await victim.start()
    })
  }, 400_000)
})
