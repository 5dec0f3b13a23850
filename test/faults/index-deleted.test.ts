import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeChunkIndexNamespace } from '@frontdesk/chunk-index/elasticsearch'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { frontdesk } from './run-frontdesk.ts'

const url = process.env.ELASTICSEARCH_URL
const things = ['lamp', 'kettle', 'bicycle', 'sofa', 'carpet', 'mirror', 'toaster', 'ladder', 'tent', 'scooter']
const years = (i: number) => i + 3
const question = (thing: string) => `How many years of warranty does a ${thing} have?`

/** The search index in Elasticsearch, everything else in a folder: what is deleted is the same as with all servers. */
describe.skipIf(!url)(`an index is deleted under the platform${url ? '' : ' (not run: ELASTICSEARCH_URL)'}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-deleted-'))
  const namespace = `deleted${randomUUID().slice(0, 8)}`
  const env = { ELASTICSEARCH_URL: url!, FRONTDESK_NAMESPACE: namespace, DATA_DIR: dir }
  let platform: PlatformProcess
  let api: ApiClient

  beforeAll(async () => {
    platform = await startProcess({ dataDir: dir, port: await freePort(), env })
    api = apiClient(platform.baseUrl, apiKey)
    await Promise.all(things.map((thing, i) => api.teach(thing, `Every ${thing} has ${years(i)} years of warranty.`)))
    expect(await factsFound()).toEqual(things)
  }, 120_000)
  afterAll(async () => {
    await platform?.kill()
    await removeChunkIndexNamespace({ url: url!, namespace })
    rmSync(dir, { recursive: true, force: true })
  })

  async function factsFound(): Promise<string[]> {
    const found: string[] = []
    for (const [i, thing] of things.entries()) {
      const { body } = await api.post('/api/chat/message', { message: question(thing) })
      if (body.outcome === 'answered' && String(body.content).includes(`${years(i)} years`)) found.push(thing)
    }
    return found
  }
  const readiness = async () => (await fetch(`${platform.baseUrl}/readyz`)).json()
  const lostTenants = async () =>
    /^frontdesk_index_lost_tenants(?:\{.*\})? (\d+)$/m.exec(
      await (await fetch(`${platform.baseUrl}/metrics`)).text(),
    )?.[1]
  const faults = async (): Promise<string[]> => {
    const { stdout } = await frontdesk(['doctor', '--json'], env)
    const findings = JSON.parse(stdout).parts.flatMap((part: any) => part.findings)
    return findings.filter(({ level }: any) => level === 'fault').map(({ what, remedy }: any) => `${what} ${remedy}`)
  }

  test('the doctor names it, readiness and a gauge tell of it, and every answer is there again within a minute', async () => {
    const indices = await (await fetch(`${url}/_cat/indices/frontdesk-${namespace}-chunks-*?format=json`)).json()
    expect(indices).not.toEqual([])
    for (const { index } of indices as { index: string }[]) {
      expect((await fetch(`${url}/${index}`, { method: 'DELETE' })).status).toBe(200)
    }
    expect((await faults()).join()).toMatch(/10 sources are Ready but have missing chunks.*doctor --repair/)

    const asked = performance.now()
    await api.post('/api/chat/message', { message: question(things[0]!) })
    const told = vi.waitFor(
      async () => expect(JSON.stringify(await readiness())).toContain('the index of 1 tenant was lost: being rebuilt'),
      { timeout: 10_000, interval: 10 },
    )
    const shown = vi.waitFor(async () => expect(await lostTenants()).toBe('1'), { timeout: 10_000, interval: 10 })
    await Promise.all([told, shown])
    await vi.waitFor(async () => expect(await factsFound()).toEqual(things), { timeout: 60_000, interval: 500 })
    expect(performance.now() - asked).toBeLessThan(60_000)
    await vi.waitFor(async () => expect(await lostTenants()).toBe('0'), { timeout: 10_000, interval: 100 })
    expect(JSON.stringify(await readiness())).not.toContain('lost')
    expect(await faults()).toEqual([])
  }, 180_000)
})
