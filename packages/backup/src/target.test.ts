import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startInstallation, temporaryFolder } from '../testing/start-installation.ts'
import { findUnfinished, writeBackup } from './index.ts'
import { appendLines } from './lines.ts'

const silent = () => {}
const withKey = false
const forms = [['folder', 'backup'] as const, ['archive', 'backup.tar'] as const]

/** A folder on a disk of its own with so much room; undefined where nobody may mount one. */
function smallDisk(megabytes: number): string | undefined {
  const disk = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', [disk]))
  return disk
}

async function filled() {
  const installation = await startInstallation()
  await installation.notes.insert('acme', 'one', { text: 'a note' })
  await installation.blobs.put('acme', 'one', Buffer.alloc(6 * 1024 * 1024, 1))
  await installation.blobs.put('acme', 'two', Buffer.alloc(6 * 1024 * 1024, 2))
  return installation
}

describe.each(forms)('a backup into one %s', (form, name) => {
  test('that finds no room fails with a sentence, and leaves nothing', async ({ skip }) => {
    const disk = smallDisk(4)
    if (!disk) return skip('nobody may mount a disk here')
    const { source } = await filled()
    const { blobFile: _, ...withoutFiles } = source
    for (const each of [source, withoutFiles]) {
      const writing = writeBackup(each, join(disk, name), { withKey, progress: silent })
      await expect(writing).rejects.toThrow(
        `The disk of ${disk} has no space for the backup. The incomplete backup was removed.`,
      )
      expect(readdirSync(disk)).toEqual([])
    }
  })

  test('that is stopped leaves nothing', async () => {
    const { source } = await filled()
    const folder = temporaryFolder()
    for (const at of ['snapshot', 'documents', 'blobs']) {
      const stopping = new AbortController()
      const progress = (step: string) => step === at && stopping.abort(new Error('stopped'))
      const writing = writeBackup(source, join(folder, name), { withKey, progress, signal: stopping.signal })
      await expect(writing, at).rejects.toThrow('stopped')
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('is made beside what killed ones left, which is named', async () => {
    const { source } = await filled()
    const folder = temporaryFolder()
    const to = join(folder, name)
    const left = [`monday.unfinished-${process.pid}`, `${name}.unfinished-${process.pid}`]
    for (const each of left) mkdirSync(join(folder, each))
    if (form === 'archive') mkdirSync(join(folder, `${left[1]}.scratch`))
    expect((await findUnfinished(to)).map((path) => path.slice(folder.length + 1))).toEqual(
      [...left, ...(form === 'archive' ? [`${left[1]}.scratch`] : [])].sort(),
    )
    await writeBackup(source, to, { withKey, progress: silent })
    expect(existsSync(to)).toBe(true)
    expect(await findUnfinished(join(folder, 'not-there', name))).toEqual([])
  })

  test('does not replace what took its name meanwhile', async () => {
    const { source } = await filled()
    const folder = temporaryFolder()
    const to = join(folder, name)
    const mine = form === 'folder' ? join(to, 'mine') : to
    const progress = (step: string) => {
      if (step !== 'blobs') return
      if (form === 'folder') mkdirSync(to)
      writeFileSync(mine, 'mine')
    }
    await expect(writeBackup(source, to, { withKey, progress })).rejects.toThrow('overwrites nothing')
    expect(readFileSync(mine, 'utf8')).toBe('mine')
    expect(readdirSync(folder)).toEqual([name])
  })
})

test('a blob that can not be read to its end fails an archive with its own error', async () => {
  const { source } = await filled()
  const folder = temporaryFolder()
  // Can be opened, and not read.
  const unreadable = { ...source, blobFile: () => folder }
  const writing = writeBackup(unreadable, join(folder, 'backup.tar'), { withKey, progress: silent })
  await expect(writing).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(!existsSync('/dev/full'))('lines that find no room fail whoever writes them', async () => {
  const lines = appendLines('/dev/full')
  await lines.add({ one: 1 })
  await expect(lines.close()).rejects.toMatchObject({ code: 'ENOSPC' })
  const more = appendLines('/dev/full')
  await expect(more.add({ text: 'x'.repeat(300_000) })).rejects.toMatchObject({ code: 'ENOSPC' })
})
