import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o077

/**
 * Makes a data folder, and the files directly in it, accessible to their owner only: an older version may have left them
 * open. Deeper files are then out of reach too. A folder of another owner (a mounted volume) keeps its permissions.
 */
export function restrictPermissions(dir: string): void {
  for (const path of [dir, ...readdirSync(dir).map((name) => join(dir, name))]) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || found.uid !== process.getuid?.() || (found.mode & others) === 0) continue
    chmodSync(path, found.mode & 0o777 & ~others)
  }
}
