import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carefulClient, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const talks = 200
let dataDir: string
let port: number
let platform: PlatformProcess
const client = carefulClient(() => platform.baseUrl, apiKey)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-merge-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port })
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const get = async (path: string) => (await client.call('GET', path)).body
const howMany = async (contactId: string) => {
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page = await get(`/api/conversations?limit=100&contactId=${contactId}${at}`)
    count += page.items.length
    cursor = page.nextCursor
  }
  return count
}

it('a merge whose process is killed comes to its end after the next start, with every conversation', async () => {
  const make = async (name: string) =>
    (await client.call('POST', '/api/contacts', { name, email: `${name}@example.com` })).body.id as string
  const [into, from] = [await make('into'), await make('from')]
  const contact = { email: 'from@example.com' }
  const talk = () => client.call('POST', '/api/chat/message', { message: 'Can I talk to a human?', contact })
  for (let at = 0; at < talks; at += 10) await Promise.all(Array.from({ length: 10 }, talk))
  await expect.poll(() => howMany(from), { timeout: 30_000, interval: 100 }).toBe(talks)

  const merging = client.call('POST', '/api/contacts/merge', { into, from }).catch(() => undefined)
  // Killed when the first conversations have followed, and most have not.
  for (let tries = 0; tries < 500; tries++) {
    if ((await get(`/api/conversations?limit=1&contactId=${into}`)).items.length > 0) break
    await wait(1)
  }
  await platform.kill()
  await merging
  platform = await startProcess({ dataDir, port })
  const left = await howMany(from)
  process.stdout.write(`killed with ${left} of ${talks} conversations to go\n`)
  await expect.poll(() => howMany(into), { timeout: 40_000, interval: 200 }).toBe(talks)
  expect(await howMany(from)).toBe(0)
  expect((await get('/api/contacts?email=from@example.com')).items).toMatchObject([{ id: into }])
  await expect
    .poll(async () => (await client.call('DELETE', `/api/contacts/${into}`)).status, { timeout: 20_000, interval: 200 })
    .toBe(204)
}, 120_000)
