import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { encryptionKey, notes, seal, startInstallation, temporaryFolder } from '../testing/start-installation.ts'
import { sha256Of } from './checksums.ts'
import { isKeyOf, openBackup, restoreBackup, verifyBackup, writeBackup } from './index.ts'

const silent = () => {}
const forms = [['folder', 'backup'] as const, ['archive', 'backup.tar'] as const]
const large = Buffer.alloc(9 * 1024 * 1024, 'content ')
const subject = 'event.notes.note.written.v1'

/** Two tenants with documents, blobs and a secret, an event that waits and one that could not be handled. */
async function filled() {
  const installation = await startInstallation()
  const { notes, blobs, bus } = installation
  const event = { id: 'event-1', subject, headers: {}, body: {} }
  await notes.insert('acme', 'one', { text: 'first', blobs: ['Large', 'small'] }, [event])
  await notes.insert('acme', 'two', { text: 'second', sealed: seal('secret', 'two') })
  await notes.insert('other/tenant', 'one', { text: 'third', blobs: ['small'] })
  await blobs.put('acme', 'Large', large)
  await blobs.put('acme', 'small', Buffer.from('small'))
  await blobs.put('other/tenant', 'small', Buffer.from('of the other'))
  async function* outstanding() {
    for (const n of [1, 2]) {
      const published = { id: `event-${n}`, subject, tenant: 'acme', key: 'one', sequence: n, headers: {} }
      const dead = n === 2 ? { reason: { code: 'internal', message: 'broken' }, attempts: 3, at: 0 } : undefined
      yield { group: 'reader', event: { ...published, bytes: Buffer.from('{}') }, ...(dead && { dead }) }
    }
  }
  await bus.restore([{ group: 'reader', subjects: [subject] }], outstanding())
  return installation
}
type Installation = Awaited<ReturnType<typeof filled>>

async function backUp({ source }: Pick<Installation, 'source'>, name: string, withKey = false) {
  const to = join(temporaryFolder(), name)
  return { to, manifest: await writeBackup(source, to, { withKey, progress: silent }) }
}

/** Everything that an installation holds. */
async function holdings({ notes, blobs, bus }: Installation) {
  const documents = await Array.fromAsync(notes.all())
  const files: unknown[] = []
  for (const tenant of ['acme', 'other/tenant']) {
    for await (const { id } of blobs.list(tenant))
      files.push([tenant, id, await sha256Of(await blobs.stream(tenant, id))])
  }
  const { groups, events } = await bus.outstanding()
  return { documents, files: files.sort(), groups, events: await Array.fromAsync(events()) }
}

/** Every file below a folder, with its mode; folders end with a slash. */
function modesIn(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path + (entry.isDirectory() ? '/' : ''), statSync(path).mode & 0o777]
    }),
  )
}

describe.each(forms)('one %s', (form, name) => {
  test('is restored with the same documents, blobs and events', async () => {
    const from = await filled()
    const { to, manifest } = await backUp(from, name)
    expect(manifest).toMatchObject({ documents: 3, blobs: { count: 3 }, secrets: 1, withKey: false, missingCount: 0 })
    expect(isKeyOf(manifest.keyProof!, encryptionKey)).toBe(true)
    expect(isKeyOf(manifest.keyProof!, Buffer.alloc(32, 8).toString('base64'))).toBe(false)
    const backup = await openBackup(to)
    const into = await startInstallation()
    await restoreBackup(backup, await verifyBackup(backup, silent), into.target, silent)
    const wanted = await holdings(from)
    expect(await holdings(into)).toEqual(wanted)
    expect(wanted.events).toHaveLength(2)
  })

  test('holds the encryption key only when told, and gives it to the restore', async () => {
    const from = await filled()
    const keys: string[] = []
    for (const withKey of [false, true]) {
      const { to } = await backUp(from, name, withKey)
      const contents =
        form === 'folder'
          ? modesIn(to)
              .keys()
              .map((path) => (path.endsWith('/') ? '' : readFileSync(path, 'latin1')))
          : [readFileSync(to, 'latin1')]
      expect([...contents].some((content) => content.includes(encryptionKey))).toBe(withKey)
      const backup = await openBackup(to)
      const { target } = await startInstallation()
      const keepKey = async (key: string) => void keys.push(key)
      await restoreBackup(backup, await verifyBackup(backup, silent), { ...target, keepKey }, silent)
    }
    expect(keys).toEqual([encryptionKey])
    const { source } = from
    const keyless = { ...source, encryptionKey: undefined }
    await expect(backUp({ source: keyless }, name, true)).rejects.toThrow('There is no encryption key here')
  })

  test('is for its owner alone', async () => {
    const before = process.umask(0o022)
    try {
      const { to } = await backUp(await filled(), name, true)
      if (form === 'archive') expect(statSync(to).mode & 0o777).toBe(0o600)
      else {
        expect(statSync(to).mode & 0o777).toBe(0o700)
        for (const [path, mode] of modesIn(to)) {
          // Blobs are linked: they have the modes of the data folder.
          if (path.endsWith('/')) expect([path, mode]).toEqual([path, 0o700])
          else if (!path.includes('/blobs/')) expect([path, mode]).toEqual([path, 0o600])
        }
      }
    } finally {
      process.umask(before)
    }
  })

  test('overwrites nothing, and leaves nothing when it fails', async () => {
    const from = await filled()
    const folder = temporaryFolder()
    const to = join(folder, name)
    if (form === 'folder') {
      mkdirSync(to)
      writeFileSync(join(to, 'mine'), 'mine')
    } else writeFileSync(to, 'mine')
    const writing = writeBackup(from.source, to, { withKey: false, progress: silent })
    await expect(writing).rejects.toThrow('overwrites nothing')
    expect(readdirSync(folder)).toEqual([name])
    expect(readFileSync(form === 'folder' ? join(to, 'mine') : to, 'utf8')).toBe('mine')

    const broken = {
      ...from.source,
      current: from.source.current,
      collections: [notes, { ...notes, name: 'bad name' }],
    }
    const failing = {
      ...broken,
      async open(scratch: string) {
        const opened = await from.source.open(scratch)
        async function* all(definition: typeof notes) {
          if (definition.name === 'bad name') throw new Error('not readable')
          yield* opened.documents.all(definition)
        }
        return { ...opened, documents: { ...opened.documents, all: all as typeof opened.documents.all } }
      },
    }
    const other = join(folder, `other-${name}`)
    await expect(writeBackup(failing, other, { withKey: false, progress: silent })).rejects.toThrow('not readable')
    expect(readdirSync(folder)).toEqual([name])
  })
})

describe('damage', () => {
  test('of a folder is found before anything is restored, with the name of the file', async () => {
    const from = await filled()
    const damaging: [string, (path: string) => void][] = [
      ['documents/notes-notes.jsonl', (path) => appendFileSync(path, '{}\n')],
      ['events.jsonl', (path) => writeFileSync(path, '')],
      ['blobs/acme/small', (path) => writeFileSync(path, 'smalL')],
      ['blobs/acme/small', (path) => rmSync(path)],
      ['manifest.json', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))],
      ['manifest.json', (path) => rmSync(path)],
    ]
    for (const [file, damage] of damaging) {
      // Copied instead of linked, so that the damage is not done to the installation.
      const { blobFile: _, ...source } = from.source
      const { to } = await backUp({ source }, 'backup')
      damage(join(to, file))
      await expect(verifyBackup(await openBackup(to), silent)).rejects.toThrow(file)
    }
  })

  test('a file that is named outside of the folder, or is not a regular one, is not read', async () => {
    const { to } = await backUp(await filled(), 'backup')
    const manifest = readFileSync(join(to, 'manifest.json'), 'utf8')
    for (const path of [
      '../../outside.jsonl',
      '/etc/passwd',
      'documents/../../outside.jsonl',
      'documents\\\\..',
      '.',
    ]) {
      writeFileSync(join(to, 'manifest.json'), manifest.replace('"path": "events.jsonl"', `"path": "${path}"`))
      await expect(verifyBackup(await openBackup(to), silent), path).rejects.toThrow('manifest.json is damaged: files')
    }
    writeFileSync(join(to, 'manifest.json'), manifest)
    const outside = join(temporaryFolder(), 'events.jsonl')
    renameSync(join(to, 'events.jsonl'), outside)
    symlinkSync(outside, join(to, 'events.jsonl'))
    await expect(verifyBackup(await openBackup(to), silent)).rejects.toThrow('events.jsonl is not a regular file')
  })

  test('an archive with a link in it is refused', async () => {
    const to = join(temporaryFolder(), 'backup.tar')
    const archive = pack()
    archive.entry({ name: 'events.jsonl', type: 'symlink', linkname: '/etc/passwd' })
    archive.finalize()
    writeFileSync(to, Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>)))
    await expect(verifyBackup(await openBackup(to), silent)).rejects.toThrow('events.jsonl in')
  })

  test('of an archive is found, wherever it is cut off and whichever bit is wrong', async () => {
    const { to } = await backUp(await filled(), 'backup.tar')
    const whole = readFileSync(to)
    for (const part of [0.01, 0.3, 0.9]) {
      writeFileSync(to, whole.subarray(0, whole.length * part))
      await expect(verifyBackup(await openBackup(to), silent)).rejects.toThrow(
        /damaged or incomplete|not a complete backup/,
      )
    }
    for (const text of ['second', 'of the other', '"keyProof"']) {
      const broken = Buffer.from(whole)
      broken[broken.indexOf(text)]! ^= 1
      writeFileSync(to, broken)
      await expect(verifyBackup(await openBackup(to), silent), text).rejects.toThrow(/damaged|no checksum|missing/)
    }
  })
})

test('a blob that a document names and that was missing before is named, and fails nothing', async () => {
  const from = await filled()
  await from.blobs.remove('acme', 'small')
  const { to, manifest } = await backUp(from, 'backup')
  expect(manifest.missing).toEqual([{ collection: 'notes-notes', tenant: 'acme', id: 'one', blobId: 'small' }])
  expect((await verifyBackup(await openBackup(to), silent)).missingCount).toBe(1)
})
