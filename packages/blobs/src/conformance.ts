import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Blobs } from './port.ts'

const megabyte = 1024 * 1024
const text = (value: string) => new TextEncoder().encode(value)
const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const tenantName = () => `tenant-${randomUUID().slice(0, 8)}`

async function idsOf(blobs: Blobs, tenant: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of blobs.list(tenant)) ids.push(id)
  return ids.sort()
}

/** Bytes of buffers that are alive at this moment. */
function liveBufferBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  // The first frees buffers in the background, which the second waits for.
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

/** 20 MB in pieces of 64 kB, the same memory each time, with a look at what is alive when half of them are through. */
function twentyMegabytes(look: () => void) {
  const piece = randomBytes(64 * 1024)
  const pieces = (20 * megabyte) / piece.length
  const hash = createHash('sha256')
  for (let i = 0; i < pieces; i++) hash.update(piece)
  async function* content() {
    for (let i = 0; i < pieces; i++) {
      if (i === pieces / 2) look()
      yield piece
    }
  }
  return { content: content(), sha256: hash.digest('hex') }
}

/**
 * The specification of the port: every blob store passes these unchanged. `open` connects to the same backend each time;
 * when all it gave are closed, the next one finds only what was durable.
 */
export function blobsConformance(open: () => Promise<Blobs>) {
  const opened: Blobs[] = []
  const start = async () => {
    const blobs = await open()
    opened.push(blobs)
    return blobs
  }
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((blobs) => blobs.close()))
  }
  afterEach(closeAll)

  describe('content', () => {
    it('reads back what was put, from bytes, a generator or a stream', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const bytes = randomBytes(200_000)
      const contents = {
        bytes: new Uint8Array(bytes),
        generator: (async function* () {
          for (let i = 0; i < bytes.length; i += 777) yield bytes.subarray(i, i + 777)
        })(),
        stream: Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]),
      }
      for (const [id, content] of Object.entries(contents)) {
        expect(await blobs.put(tenant, id, content)).toEqual({ id, bytes: bytes.length, sha256: digest(bytes) })
        expect(Buffer.compare(await blobs.read(tenant, id), bytes)).toBe(0)
        const streamed: Uint8Array[] = []
        for await (const chunk of await blobs.stream(tenant, id)) streamed.push(chunk)
        expect(Buffer.compare(Buffer.concat(streamed), bytes)).toBe(0)
      }
      expect(await idsOf(blobs, tenant)).toEqual(['bytes', 'generator', 'stream'])
    })

    it('keeps an empty blob', async () => {
      const blobs = await start()
      const tenant = tenantName()
      expect(await blobs.put(tenant, 'empty', new Uint8Array())).toEqual({
        id: 'empty',
        bytes: 0,
        sha256: digest(text('')),
      })
      expect((await blobs.read(tenant, 'empty')).length).toBe(0)
      for await (const blob of blobs.list(tenant)) expect(blob.bytes).toBe(0)
    })

    it('has on disk what it said is put', async () => {
      const tenant = tenantName()
      await (await start()).put(tenant, 'one', text('kept'))
      await closeAll()
      expect(read(await (await start()).read(tenant, 'one'))).toBe('kept')
    })

    it('replaces a blob in one step: a reader has the old or the new one, whole', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const versions = [1, 2, 3, 4, 5].map((n) => new Uint8Array(300_000).fill(n))
      await blobs.put(tenant, 'one', versions[0]!)
      let replaced = false
      const seen = new Set<number>()
      const reading = (async () => {
        while (!replaced) {
          const bytes = await blobs.read(tenant, 'one')
          expect(bytes.length).toBe(300_000)
          expect(new Set(bytes).size).toBe(1)
          seen.add(bytes[0]!)
        }
      })()
      for (const version of versions) await blobs.put(tenant, 'one', version)
      replaced = true
      await reading
      expect(seen.size).toBeGreaterThan(0)
      expect((await blobs.read(tenant, 'one'))[0]).toBe(5)
      expect(await idsOf(blobs, tenant)).toEqual(['one'])
    })

    it('shows nothing of a blob before it is complete', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const looks: unknown[] = []
      const look = async () => {
        looks.push(await blobs.exists(tenant, 'one'), await idsOf(blobs, tenant))
        await expect(blobs.read(tenant, 'one')).rejects.toMatchObject({ code: 'not_found' })
      }
      const content = async function* () {
        yield text('half ')
        await look()
        yield new Uint8Array(megabyte)
        await look()
      }
      await blobs.put(tenant, 'one', content())
      expect(looks).toEqual([false, [], false, []])
      expect(await blobs.exists(tenant, 'one')).toBe(true)
    })

    it('puts and streams 20 MB with a few of them in memory', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const before = liveBufferBytes()
      let most = 0
      const look = () => {
        most = Math.max(most, liveBufferBytes() - before)
      }
      const { content, sha256 } = twentyMegabytes(look)
      expect(await blobs.put(tenant, 'large', content)).toEqual({ id: 'large', bytes: 20 * megabyte, sha256 })
      const hash = createHash('sha256')
      let bytes = 0
      let hasLooked = false
      for await (const chunk of await blobs.stream(tenant, 'large')) {
        hash.update(chunk)
        bytes += chunk.length
        if (bytes < 10 * megabyte || hasLooked) continue
        hasLooked = true
        look()
      }
      expect(hash.digest('hex')).toBe(sha256)
      expect(most).toBeLessThan(5 * megabyte)
    })
  })

  describe('refusals leave nothing behind', () => {
    const failing = async (put: (blobs: Blobs, tenant: string) => Promise<unknown>) => {
      const blobs = await start()
      const tenant = tenantName()
      await blobs.put(tenant, 'old', text('old'))
      const error: any = await put(blobs, tenant).then(
        () => undefined,
        (thrown) => thrown,
      )
      expect(await idsOf(blobs, tenant)).toEqual(['old'])
      expect(read(await blobs.read(tenant, 'old'))).toBe('old')
      return error
    }

    it('above maxBytes, however it comes, and does not read on', async () => {
      let produced = 0
      const endless = async function* () {
        for (; ; produced += 1_000) yield new Uint8Array(1_000)
      }
      for (const make of [endless, () => Readable.from(endless()), () => new Uint8Array(10_001)]) {
        for (const id of ['new', 'old']) {
          const error = await failing((blobs, tenant) => blobs.put(tenant, id, make(), { maxBytes: 10_000 }))
          expect(error?.code).toBe('payload_too_large')
        }
      }
      expect(produced).toBeLessThan(200_000)
    })

    it('takes exactly maxBytes', async () => {
      const blobs = await start()
      const tenant = tenantName()
      expect((await blobs.put(tenant, 'one', new Uint8Array(10_000), { maxBytes: 10_000 })).bytes).toBe(10_000)
    })

    it('when the content fails', async () => {
      const broken = async function* () {
        yield text('half')
        throw new Error('the client went away')
      }
      for (const content of [broken(), Readable.from(broken())]) {
        expect((await failing((blobs, tenant) => blobs.put(tenant, 'old', content)))?.message).toBe(
          'the client went away',
        )
      }
    })

    it('when the signal aborts, also while the content keeps silent', async () => {
      const abort = new AbortController()
      const silent = async function* () {
        yield text('half')
        queueMicrotask(() => abort.abort(new Error('enough')))
        await new Promise(() => undefined)
      }
      const error = await failing((blobs, tenant) => blobs.put(tenant, 'old', silent(), { signal: abort.signal }))
      expect(error?.message).toBe('enough')
      const late = await failing((blobs, tenant) => blobs.put(tenant, 'new', text('x'), { signal: abort.signal }))
      expect(late?.message).toBe('enough')
    })

    it('for ids that are none', async () => {
      for (const id of ['', '..', '../old', 'a/b', 'a.b', 'å', 'a b', 'x'.repeat(129), 'nul\0']) {
        const error = await failing((blobs, tenant) => blobs.put(tenant, id, text('x')))
        expect([id, error?.code]).toEqual([id, 'invalid_request'])
        const blobs = await start()
        await expect(blobs.read('t', id)).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(blobs.exists('t', id)).rejects.toMatchObject({ code: 'invalid_request' })
      }
    })
  })

  describe('names and tenants', () => {
    it('keeps ids apart that differ in case alone, and takes the longest ones', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const ids = ['abc', 'ABC', 'aBc', 'A-b_9', 'x'.repeat(128), 'X'.repeat(128)]
      for (const id of ids) await blobs.put(tenant, id, text(id))
      for (const id of ids) expect(read(await blobs.read(tenant, id))).toBe(id)
      expect(await idsOf(blobs, tenant)).toEqual([...ids].sort())
    })

    it('keeps tenants apart, whatever they are called', async () => {
      const blobs = await start()
      const mark = randomUUID().slice(0, 8)
      const tenants = ['a', 'A', '../a', 'a/b', '.', '', 'ä', ' ', 'x'.repeat(300)].map((name) => `${name}${mark}`)
      for (const tenant of tenants) await blobs.put(tenant, 'same', text(tenant))
      for (const tenant of tenants) {
        expect(read(await blobs.read(tenant, 'same'))).toBe(tenant)
        expect(await idsOf(blobs, tenant)).toEqual(['same'])
      }
      await blobs.eraseTenant(tenants[0]!)
      expect(await blobs.exists(tenants[0]!, 'same')).toBe(false)
      expect(await idsOf(blobs, tenants[0]!)).toEqual([])
      expect(await blobs.exists(tenants[1]!, 'same')).toBe(true)
      await blobs.eraseTenant(tenants[0]!)
      await blobs.put(tenants[0]!, 'again', text('again'))
      expect(await idsOf(blobs, tenants[0]!)).toEqual(['again'])
      for (const tenant of tenants) await blobs.eraseTenant(tenant)
    })

    it('says what is not there', async () => {
      const blobs = await start()
      const tenant = tenantName()
      expect(await blobs.exists(tenant, 'absent')).toBe(false)
      expect(await blobs.remove(tenant, 'absent')).toBe(false)
      expect(await idsOf(blobs, tenant)).toEqual([])
      await expect(blobs.read(tenant, 'absent')).rejects.toMatchObject({ code: 'not_found' })
      await expect(blobs.stream(tenant, 'absent')).rejects.toMatchObject({ code: 'not_found' })
      await blobs.put(tenant, 'one', text('x'))
      expect(await blobs.remove(tenant, 'one')).toBe(true)
      expect(await blobs.remove(tenant, 'one')).toBe(false)
      expect(await blobs.exists(tenant, 'one')).toBe(false)
    })

    it('lists sizes and ages', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const before = Date.now()
      await blobs.put(tenant, 'one', text('12345'))
      for await (const { id, bytes, modifiedAt } of blobs.list(tenant)) {
        expect([id, bytes]).toEqual(['one', 5])
        expect(Math.abs(modifiedAt - before)).toBeLessThan(60_000)
      }
    })

    it('reads no more than it is allowed to', async () => {
      const blobs = await start()
      const tenant = tenantName()
      await blobs.put(tenant, 'one', new Uint8Array(1_000))
      expect((await blobs.read(tenant, 'one', { maxBytes: 1_000 })).length).toBe(1_000)
      await expect(blobs.read(tenant, 'one', { maxBytes: 999 })).rejects.toMatchObject({ code: 'payload_too_large' })
    })

    it('refuses to work once it is closed', async () => {
      const blobs = await start()
      await blobs.check()
      await blobs.close()
      await expect(blobs.check()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(blobs.put('t', 'one', text('x'))).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}
