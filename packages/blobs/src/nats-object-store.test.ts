import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { connectNats } from '@frontdesk/nats'
import { noServerReason, serverForTest } from '@frontdesk/nats/server-for-test'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blobsConformance } from './conformance.ts'
import { natsBlobs, removeBlobsNamespace } from './nats-object-store.ts'

const url = process.env.NATS_URL
const hourMs = 3_600_000
const reasonOf = (reason: string | undefined) => (reason ? ` (not run: ${reason})` : '')

describe.skipIf(!url)(`nats blobs${reasonOf(url ? undefined : 'NATS_URL is not set')}`, () => {
  blobsConformance(() => natsBlobs({ url: url! }))

  it('of one namespace are not seen in another, and go with theirs', async () => {
    const names = ['a', 'b'].map((name) => `${name}${Date.now()}`)
    const [a, b] = await Promise.all(names.map((namespace) => natsBlobs({ url: url!, namespace })))
    await a!.put('tenant', 'blob', Buffer.from('of a'))
    expect(await b!.exists('tenant', 'blob')).toBe(false)
    await b!.put('tenant', 'blob', Buffer.from('of b'))
    await removeBlobsNamespace({ url: url!, namespace: names[0]! })
    expect(await a!.exists('tenant', 'blob')).toBe(false)
    expect(Buffer.from(await b!.read('tenant', 'blob')).toString()).toBe('of b')
    await removeBlobsNamespace({ url: url!, namespace: names[1]! })
    await Promise.all([a!.close(), b!.close()])
  })

  describe('in their buckets', () => {
    const tenants: string[] = []
    const tenantName = () => {
      tenants.push(`tenant-${randomUUID().slice(0, 8)}`)
      return tenants.at(-1)!
    }
    async function start(now?: () => number) {
      const blobs = await natsBlobs({ url: url!, ...(now && { now }) })
      onTestFinished(() => blobs.close())
      return blobs
    }
    afterEach(async () => {
      const blobs = await natsBlobs({ url: url! })
      for (const tenant of tenants.splice(0)) await blobs.eraseTenant(tenant)
      await blobs.close()
    })

    /** How many chunks a tenant's bucket holds. */
    async function chunksOf(tenant: string): Promise<number> {
      const { manager, close } = await connectNats({ url: url! })
      const { state } = await manager.streams.info(`OBJ_${tenant}`, { subjects_filter: `$O.${tenant}.C.>` })
      await close()
      return Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0)
    }

    it('go on being read after they were replaced', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const first = randomBytes(4_000_000)
      await blobs.put(tenant, 'one', first)
      const stream = (await blobs.stream(tenant, 'one'))[Symbol.asyncIterator]()
      const parts = [(await stream.next()).value]
      await blobs.put(tenant, 'one', randomBytes(100))
      for (let step = await stream.next(); !step.done; step = await stream.next()) parts.push(step.value)
      expect(Buffer.compare(Buffer.concat(parts), first)).toBe(0)
    })

    it('are an error, not a short content, when they are removed while they are read', async () => {
      const blobs = await start()
      const tenant = tenantName()
      await blobs.put(tenant, 'one', randomBytes(8_000_000))
      const stream = await blobs.stream(tenant, 'one')
      const reading = (async () => {
        for await (const _ of stream) if (await blobs.exists(tenant, 'one')) await blobs.remove(tenant, 'one')
      })()
      await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
    })

    it('are not taken for gone while nobody answers for their bucket', async () => {
      const blobs = await start()
      const tenant = tenantName()
      await blobs.put(tenant, 'one', Buffer.from('there'))
      const { manager, close } = await connectNats({ url: url! })
      onTestFinished(close)
      // As while a stream has no leader: direct reads find nobody.
      await manager.streams.update(`OBJ_${tenant}`, { allow_direct: false })
      await expect(Array.fromAsync(blobs.list(tenant))).rejects.toMatchObject({ code: 'unavailable' })
      await manager.streams.update(`OBJ_${tenant}`, { allow_direct: true })
      expect(await Array.fromAsync(blobs.list(tenant))).toMatchObject([{ id: 'one' }])
      expect(await Array.fromAsync(blobs.list(tenantName()))).toEqual([])
    })

    it('leave nothing of content that failed or was removed', async () => {
      const blobs = await start()
      const tenant = tenantName()
      const broken = async function* () {
        yield randomBytes(1_000_000)
        throw new Error('gone')
      }
      await expect(blobs.put(tenant, 'one', broken())).rejects.toThrow('gone')
      expect(await chunksOf(tenant)).toBe(0)
      await blobs.put(tenant, 'one', randomBytes(1_000_000))
      expect(await chunksOf(tenant)).toBe(4)
      await blobs.remove(tenant, 'one')
      expect(await chunksOf(tenant)).toBe(0)
    })

    it('lose what a crash left unfinished, hours later', async () => {
      let now = Date.now()
      const blobs = await start(() => now)
      const tenant = tenantName()
      await blobs.put(tenant, 'kept', randomBytes(300_000))
      const { js, close } = await connectNats({ url: url! })
      await js.publish(`$O.${tenant}.C.leftbehind`, randomBytes(1_000))
      await close()
      expect(await chunksOf(tenant)).toBe(3)
      await vi.waitFor(async () => {
        now += 1.5 * hourMs
        await blobs.put(tenant, 'again', new Uint8Array())
        expect(await chunksOf(tenant)).toBe(2)
      })
      expect((await blobs.read(tenant, 'kept')).length).toBe(300_000)
    })
  })
})

describe.skipIf(noServerReason)(`nats blobs without a server${reasonOf(noServerReason)}`, async () => {
  const server = noServerReason ? undefined! : await serverForTest()
  beforeAll(async () => {
    await server.start()
    return server.remove
  })

  it('fail within two seconds, leave nothing half, and work again by themselves', async () => {
    const blobs = await natsBlobs({ url: server.url })
    onTestFinished(() => blobs.close())
    await blobs.put('t', 'one', Buffer.from('kept'))
    const cut = async function* () {
      yield randomBytes(600_000)
      await server.kill()
      yield randomBytes(600_000)
    }
    await expect(blobs.put('t', 'one', cut())).rejects.toMatchObject({ code: 'unavailable' })
    for (const call of [() => blobs.read('t', 'one'), () => blobs.exists('t', 'one'), () => blobs.check()]) {
      // A timer of this process, for a busy machine delays both.
      const first = Promise.race([call(), setTimeout(2_000, 'still waiting', { ref: false })])
      await expect(first).rejects.toMatchObject({ code: 'unavailable' })
    }
    await server.start()
    await vi.waitFor(() => blobs.check(), { timeout: 5_000 })
    expect(Buffer.from(await blobs.read('t', 'one')).toString()).toBe('kept')
    await blobs.put('t', 'two', randomBytes(1_000))
  })
})
