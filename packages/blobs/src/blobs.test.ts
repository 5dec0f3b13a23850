import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { blobsConformance } from './conformance.ts'
import { filesystemBlobs } from './filesystem.ts'

const dir = mkdtempSync(join(tmpdir(), 'frontdesk-blobs-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('filesystem blobs', () => blobsConformance(async () => filesystemBlobs(dir)))

describe('filesystem blobs after a crash', () => {
  const filesIn = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

  it('keep what was put and remove what was not finished', async () => {
    const folder = join(dir, 'crashed')
    const script = `
      import { filesystemBlobs } from ${JSON.stringify(new URL('filesystem.ts', import.meta.url).href)}
      const blobs = filesystemBlobs(${JSON.stringify(folder)})
      await blobs.put('t', 'whole', Buffer.from('whole'))
      await blobs.put('t', 'half', (async function* () {
        yield Buffer.alloc(100_000)
        console.log('half')
        setInterval(() => {}, 1_000)
        await new Promise(() => {})
      })())`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(filesIn(folder)).toHaveLength(2)
    const blobs = filesystemBlobs(folder)
    expect(filesIn(folder).map(({ name }) => name)).toEqual(['whole'])
    expect(Buffer.from(await blobs.read('t', 'whole')).toString()).toBe('whole')
    expect(await blobs.exists('t', 'half')).toBe(false)
  })

  it('leave no unfinished file of a put that was refused, either', async () => {
    const folder = join(dir, 'refused')
    await expect(filesystemBlobs(folder).put('t', 'one', new Uint8Array(11), { maxBytes: 10 })).rejects.toThrow()
    expect(filesIn(folder)).toEqual([])
  })

  it('are not mistaken for those of this process, which another opening leaves alone', async () => {
    const folder = join(dir, 'twice')
    const first = filesystemBlobs(folder)
    await first.put(
      't',
      'one',
      (async function* () {
        yield Buffer.from('half')
        await filesystemBlobs(folder).close()
        yield Buffer.from(' and half')
      })(),
    )
    expect(Buffer.from(await first.read('t', 'one')).toString()).toBe('half and half')
  })
})
