import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noServerReason, serverForTest } from '../../packages/nats/src/server-for-test.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'
import { frontdesk } from './run-frontdesk.ts'

const waiting = { timeout: 60_000, interval: 100 }
const returns = 'Items can be returned within 30 days of delivery.'
const question = 'How many days do I have to return an item?'

/** Events and blobs in JetStream, everything else in a folder: what is wiped is the same as with all servers. */
describe.skipIf(noServerReason)(
  `JetStream loses everything${noServerReason ? ` (not run: ${noServerReason})` : ''}`,
  () => {
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-wiped-'))
    let nats: Awaited<ReturnType<typeof serverForTest>>
    let platform: PlatformProcess
    let api: ApiClient
    let env: Record<string, string>
    const sources: Record<string, string> = {}

    const ready = (id: string) =>
      vi.waitFor(async () => expect((await api.get(`/api/knowledge/sources/${id}`)).body.status).toBe('Ready'), waiting)
    async function upload(name: string, text: string) {
      const { status, body } = await api.upload(name, text)
      expect(status).toBe(202)
      sources[name] = body.id
      await ready(body.id)
    }
    const original = (id: string) =>
      fetch(`${platform.baseUrl}/api/knowledge/sources/${id}/versions/1/original`, { headers: { 'x-api-key': apiKey } })
    const faults = async (): Promise<{ what: string; remedy: string }[]> => {
      const { stdout } = await frontdesk(['doctor', '--json'], env)
      return JSON.parse(stdout).parts.flatMap((part: any) =>
        part.findings.filter(({ level }: any) => level === 'fault'),
      )
    }

    beforeAll(async () => {
      nats = await serverForTest()
      await nats.start()
      env = { DATA_DIR: join(dir, 'data'), NATS_URL: nats.url }
      platform = await startProcess({ dataDir: env.DATA_DIR!, port: await freePort(), env: { NATS_URL: nats.url } })
      api = apiClient(platform.baseUrl, apiKey)
      await upload('returns.txt', returns)
      expect(await api.ask(question)).toMatchObject({ outcome: 'answered' })
      expect((await original(sources['returns.txt']!)).status).toBe(200)
    }, 120_000)
    afterAll(async () => {
      await platform?.kill()
      await nats?.remove()
      rmSync(dir, { recursive: true, force: true })
    })

    test('while it is away, requests get 503 with a code', async () => {
      await nats.kill()
      // The first ones may lose their connection on the way: stream_broken, 503 too.
      await vi.waitFor(async () => {
        const refused = await api.post('/api/chat/message', { message: question })
        expect(refused.status).toBe(503)
        expect(refused.body.code).toBe('unavailable')
      }, waiting)
    }, 120_000)

    test('when it comes back empty, streams and buckets are made again: questions are answered, new files are read', async () => {
      await nats.startEmpty()
      await vi.waitFor(async () => expect((await fetch(`${platform.baseUrl}/readyz`)).status).toBe(200), waiting)
      await vi.waitFor(async () => {
        const { body } = await api.post('/api/chat/message', { message: question })
        expect(body).toMatchObject({ outcome: 'answered', sources: [{ sourceId: sources['returns.txt'] }] })
      }, waiting)
      await upload('lamps.txt', 'Every lamp has a warranty of three years.')
      expect(await api.ask('How long is the warranty of a lamp?')).toMatchObject({ outcome: 'answered' })
    }, 180_000)

    test('the lost files are an error to clients and faults of the doctor, which says what to do', async () => {
      expect((await original(sources['returns.txt']!)).status).toBe(404)
      const found = (await faults()).find(({ what }) => /blobs that documents refer to are missing/.test(what))
      expect(found?.what).toContain(sources['returns.txt'])
      expect(found?.remedy).toMatch(/Restore a backup.*PUT \/api\/knowledge\/sources/)
    }, 120_000)

    test('a source is whole again with its content given anew, and the doctor is content once the version without files is gone', async () => {
      const id = sources['returns.txt']!
      const form = new FormData()
      form.set('file', new Blob([returns]), 'returns.txt')
      const headers = { 'x-api-key': apiKey }
      const put = await fetch(`${platform.baseUrl}/api/knowledge/sources/${id}`, { method: 'PUT', headers, body: form })
      expect(put.status).toBe(202)
      await vi.waitFor(async () => {
        const { body } = await api.get(`/api/knowledge/sources/${id}`)
        expect(body).toMatchObject({ status: 'Ready', liveVersion: 2 })
      }, waiting)
      expect(await api.ask(question)).toMatchObject({ outcome: 'answered' })
      expect((await original(id)).status).toBe(404)
      expect((await faults()).map(({ what }) => what).join()).toContain('3 blobs that documents refer to are missing')
      // Its first version still names what is lost.
      expect((await api.delete(`/api/knowledge/sources/${id}`)).status).toBe(204)
      await upload('returns.txt', returns)
      await vi.waitFor(async () => expect(await faults()).toEqual([]), waiting)
      expect(await api.ask(question)).toMatchObject({ outcome: 'answered' })
    }, 120_000)
  },
)
