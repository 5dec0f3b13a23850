import { mkdir } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { archiveTarget } from './archive-target.ts'
import { folderTarget } from './folder-target.ts'
import type { BackupTarget } from './target.ts'
import { assertFree } from './target-name.ts'
import type { Content } from './write-file.ts'

const archiveForm = /\.tar$/i

/** The same target, which takes nothing more once the signal aborts. */
function stoppable(target: BackupTarget, signal: AbortSignal): BackupTarget {
  async function* checked(content: Content) {
    for await (const chunk of content) {
      signal.throwIfAborted()
      yield chunk
    }
    signal.throwIfAborted()
  }
  return {
    ...target,
    write: (path, content) => target.write(path, checked(content)),
    async add(path, file) {
      signal.throwIfAborted()
      return target.add(path, file)
    },
    async finish() {
      signal.throwIfAborted()
      await target.finish()
    },
  }
}

/**
 * Opens a target: an archive when the name ends in `.tar`, else a folder. Throws when something stands there already; what
 * `signal` aborts with is thrown by the next write.
 */
export async function openTarget(path: string, signal?: AbortSignal): Promise<BackupTarget> {
  const to = resolve(path)
  if (basename(to) === '') throw new Error('A backup needs a name.')
  await assertFree(to)
  await mkdir(dirname(to), { recursive: true })
  const target = await (archiveForm.test(to) ? archiveTarget(to) : folderTarget(to))
  return signal ? stoppable(target, signal) : target
}
