import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Blobs, filesystemBlobs } from '@frontdesk/blobs'
import { natsBlobs } from '@frontdesk/blobs/nats-object-store'
import { ServiceError } from '@frontdesk/contracts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startInstallation, temporaryFolder, withCalls } from '../testing/start-installation.ts'
import { openBackup, restoreBackup, verifyBackup, writeBackup } from './index.ts'

const silent = () => {}
const url = process.env.NATS_URL
const lost = () => new ServiceError('unavailable', { detail: 'The blob was replaced or removed while it was read.' })
const forms = [['folder', 'backup'] as const, ['archive', 'backup.tar'] as const]

async function backUp(blobs: Blobs, name: string, tenants = ['acme']) {
  const { source, notes } = await startInstallation({ blobs })
  for (const tenant of tenants) await notes.insert(tenant, 'one', { text: 'a note' })
  const to = join(temporaryFolder(), name)
  const manifest = await writeBackup(source, to, { withKey: false, progress: silent })
  return { manifest, verified: await verifyBackup(await openBackup(to), silent) }
}

describe.each(forms)('into one %s', (_, name) => {
  test('a blob that is listed again, as one that is replaced meanwhile, is written once', async () => {
    const blobs = filesystemBlobs(temporaryFolder())
    for (const id of ['one', 'two']) await blobs.put('acme', id, Buffer.from(`of ${id}`))
    const twice = withCalls(blobs, {
      async *list(tenant) {
        yield* blobs.list(tenant)
        yield* blobs.list(tenant)
      },
    })
    const { manifest, verified } = await backUp(twice, name)
    expect(manifest.blobs.count).toBe(2)
    expect(verified.blobs.count).toBe(2)
  })

  test('a blob that is removed while it is read is left out', async () => {
    const blobs = filesystemBlobs(temporaryFolder())
    for (const id of ['one', 'two']) await blobs.put('acme', id, Buffer.from(`of ${id}`))
    const removing = withCalls(blobs, {
      async stream(tenant, id) {
        if (id === 'two') return blobs.stream(tenant, id)
        async function* begun() {
          yield Buffer.from('of')
          await blobs.remove(tenant, id)
          throw lost()
        }
        return Readable.from(begun())
      },
    })
    expect((await backUp(removing, name)).verified.blobs.count).toBe(1)
  })

  test('a blob that is replaced while it is read is read again', async () => {
    const blobs = filesystemBlobs(temporaryFolder())
    await blobs.put('acme', 'one', Buffer.from('the first'))
    let reads = 0
    const replacing = withCalls(blobs, {
      async stream(tenant, id) {
        if (++reads > 1) return blobs.stream(tenant, id)
        async function* begun() {
          // More than an archive holds in memory.
          for (let i = 0; i < 9; i++) yield randomBytes(1024 * 1024)
          await blobs.put(tenant, id, Buffer.from('the second'))
          throw lost()
        }
        return Readable.from(begun())
      },
    })
    expect((await backUp(replacing, name)).verified.blobs).toEqual({ count: 1, bytes: 'the second'.length })
  })

  test('a blob that is there and can not be read fails the backup, which leaves nothing', async () => {
    const blobs = filesystemBlobs(temporaryFolder())
    await blobs.put('acme', 'one', Buffer.from('there'))
    let reads = 0
    const away = withCalls(blobs, {
      async stream() {
        reads++
        throw lost()
      },
    })
    const { source, notes } = await startInstallation({ blobs: away })
    await notes.insert('acme', 'one', { text: 'a note' })
    const to = join(temporaryFolder(), name)
    await expect(writeBackup(source, to, { withKey: false, progress: silent })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(reads).toBe(4)
    expect(existsSync(to)).toBe(false)
  })
})

test.each(forms)('a document that has other blobs by the end is in the %s with them', async (_, name) => {
  const own = filesystemBlobs(temporaryFolder())
  await own.put('acme', 'first', Buffer.from('first'))
  await own.put('acme', 'kept', Buffer.from('kept'))
  const blobs = withCalls(own, {
    async *list(tenant) {
      if (tenant === 'acme') await own.remove(tenant, 'first')
      yield* own.list(tenant)
      if (tenant !== 'acme') return
      // Both after the list: one is there then, the other one was lost.
      await own.put('acme', 'second', Buffer.from('second'))
      await notes.replace((await notes.get('acme', 'one'))!, { text: 'changed', blobs: ['second', 'kept', 'lost'] })
    },
  })
  const { source, notes } = await startInstallation({ blobs })
  await notes.insert('acme', 'one', { text: 'a note', blobs: ['first', 'kept'] })
  const to = join(temporaryFolder(), name)
  const manifest = await writeBackup(source, to, { withKey: false, progress: silent })
  expect(manifest.missing).toEqual([{ collection: 'notes-notes', tenant: 'acme', id: 'one', blobId: 'lost' }])
  const backup = await openBackup(to)
  const into = await startInstallation()
  await restoreBackup(backup, await verifyBackup(backup, silent), into.target, silent)
  expect((await into.notes.get('acme', 'one'))?.body.text).toBe('changed')
  expect(Buffer.from(await into.blobs.read('acme', 'second')).toString()).toBe('second')
  expect(manifest.blobs.count).toBe(2)
})

test.each([
  ['goes after it was written', 'after'],
  ['is put again after the list', 'list'],
  ['is put again while its document is read', 'document'],
])('a blob that a document names and that %s is in the backup, and not told as missing', async (_, when) => {
  const own = filesystemBlobs(temporaryFolder())
  const put = () => own.put('acme', 'one', Buffer.from('one'))
  if (when === 'after') await put()
  const blobs = withCalls(own, {
    async *list(tenant) {
      yield* own.list(tenant)
      if (tenant !== 'acme') return
      if (when === 'after') await own.remove(tenant, 'one')
      if (when === 'list') await put()
    },
  })
  const { source, notes } = await startInstallation({ blobs })
  await notes.insert('acme', 'one', { text: 'a note', blobs: ['one'] })
  const { current } = source
  const reading: typeof current = {
    ...current,
    async get(...given) {
      if (when === 'document') await put()
      return current.get(...given)
    },
  }
  const to = join(temporaryFolder(), 'backup')
  const manifest = await writeBackup({ ...source, current: reading }, to, { withKey: false, progress: silent })
  expect(manifest).toMatchObject({ missing: [], blobs: { count: 1 } })
  await verifyBackup(await openBackup(to), silent)
})

describe.skipIf(!url)(`from NATS${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  test.each(forms)('blobs that are replaced and removed meanwhile leave a whole %s', async (_, name) => {
    const blobs = await natsBlobs({ url: url! })
    const tenant = `tenant-${randomUUID().slice(0, 8)}`
    onTestFinished(async () => {
      const again = await natsBlobs({ url: url! })
      await again.eraseTenant(tenant)
      await again.close()
    })
    for (let i = 0; i < 20; i++) await blobs.put(tenant, `blob-${i}`, randomBytes(600_000))
    let reads = 0
    const moving = withCalls(blobs, {
      async stream(owner, id) {
        const stream = await blobs.stream(owner, id)
        reads++
        // Listed before, it stands behind the end of the list now.
        if (reads % 3 === 0) await blobs.put(owner, id, randomBytes(100_000))
        if (reads % 5 === 0) await blobs.remove(owner, id)
        return stream
      },
    })
    const { verified } = await backUp(moving, name, [tenant])
    expect(verified.blobs.count).toBeGreaterThan(10)
    expect(verified.blobs.count).toBeLessThan(20)
  })
})
