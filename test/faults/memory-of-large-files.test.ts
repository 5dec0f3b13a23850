import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leanArguments, leanEnvironment } from '../../apps/frontdesk/src/start-with-lean-memory.ts'
import { largeFiles } from '../bench/knowledge/make-large-files.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

/** Of the whole process, index included. */
const maxMegabytes = 450

let dataDir: string
let platform: PlatformProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-memory-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The most memory that the process ever had, in MB, as the kernel counts it. */
async function highWaterMark(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

/** What a process was started with: lists that the kernel parts by NUL. */
const startedWith = async (pid: number, what: 'cmdline' | 'environ') =>
  (await readFile(`/proc/${pid}/${what}`, 'utf8')).split('\0')

test.skipIf(process.platform !== 'linux')(
  'the script and the command alike start with what keeps memory small, and keep what is set by hand',
  async () => {
    const environment = Object.entries(leanEnvironment).map(([name, value]) => `${name}=${value}`)
    // This process may have been started by such a script itself.
    for (const name of Object.keys(leanEnvironment)) vi.stubEnv(name, undefined)
    for (const byScript of [true, undefined]) {
      platform = await startProcess({ dataDir, port: await freePort(), ...(byScript && { byScript }) })
      expect(await startedWith(platform.pid, 'cmdline')).toEqual(expect.arrayContaining(leanArguments))
      expect(await startedWith(platform.pid, 'environ')).toEqual(expect.arrayContaining(environment))
      expect(platform.output()).not.toContain('ExperimentalWarning')
      await platform.stop()
    }
    const env = { MALLOC_ARENA_MAX: '3', NODE_OPTIONS: '--max-semi-space-size=5' }
    platform = await startProcess({ dataDir, port: await freePort(), env })
    expect(await startedWith(platform.pid, 'cmdline')).not.toContain('--max-semi-space-size=4')
    expect(await startedWith(platform.pid, 'environ')).toContain('MALLOC_ARENA_MAX=3')
  },
)

// Every other kind, and 100,000 chunks: test/bench/memory.ts.
test.skipIf(process.platform !== 'linux').for(['large.csv', 'large.pdf'])(
  '20 MB become searchable within the memory of a small machine: %s',
  { timeout: 900_000 },
  async (name, { annotate }) => {
    const { pid, baseUrl } = (platform = await startProcess({ dataDir, port: await freePort(), byScript: true }))
    const api = apiClient(baseUrl, apiKey)
    const before = await highWaterMark(pid)
    const content = await largeFiles[name]!()
    const { body } = await api.upload(name, typeof content === 'string' ? content : Buffer.from(content))
    const source = await vi.waitFor(
      async () => {
        const { body: read } = await api.get(`/api/knowledge/sources/${body.id}`)
        expect(read.status).not.toBe('Processing')
        return read
      },
      { timeout: 880_000, interval: 500 },
    )
    expect(source, JSON.stringify(source)).toMatchObject({ status: 'Ready' })
    const after = await highWaterMark(pid)
    const report = `${name}, ${source.chunks} chunks: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB at the peak`
    console.log(report)
    await annotate(report)
    expect(after, report).toBeLessThan(maxMegabytes)
  },
)
