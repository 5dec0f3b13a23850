import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

let dataDir: string
let platform: PlatformProcess

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-private-'))
  // As an older version left it.
  await chmod(dataDir, 0o755)
  await writeFile(join(dataDir, 'main.db'), '', { mode: 0o644 })
  // And what it restored.
  const folder = join(dataDir, 'blobs/default')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'blob_1'), 'Restored.', { mode: 0o644 })
  platform = await startProcess({ dataDir, port: await freePort() })
}, 60_000)
afterAll(async () => {
  await platform?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

it('nobody but its owner can read what is in the data folder', async () => {
  const form = new FormData()
  form.append('file', new Blob(['Parcels take three days.']), 'parcels.txt')
  const headers = { 'x-api-key': apiKey }
  const url = `${platform.baseUrl}/api/knowledge/sources`
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(202)
  const open: string[] = []
  const paths = await readdir(dataDir, { recursive: true })
  for (const path of ['.', ...paths]) {
    // A journal may be gone meanwhile.
    const found = await stat(join(dataDir, path)).catch(() => undefined)
    if (found && (found.mode & 0o077) !== 0) open.push(`${path} ${(found.mode & 0o777).toString(8)}`)
  }
  expect(paths.length).toBeGreaterThan(5)
  expect(open).toEqual([])
})
