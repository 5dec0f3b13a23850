import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What decides which files knip looks at and where an import leads, beside the names of the files. */
const decides = /(?:^|\/)(?:package|knip|tsconfig)\.json$|\.config\.ts$|^pnpm-workspace\.yaml$|(?:^|\/)\.gitignore$/
/** Written by pnpm: the packages that are installed. */
const installed = 'node_modules/.pnpm/lock.yaml'

/**
 * Empties the folder in which knip keeps what it read of each file, when that may not hold any more. Knip itself reads a file
 * again whose time or size changed, but trusts where an import led to: it misses that a file or a package is gone.
 */
export function refreshDeadCodeCache(root: string, folder: string): void {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const paths = list('--cached', '--others', '--exclude-standard')
  const hash = createHash('sha256').update(paths).update('\0').update(list('--deleted'))
  for (const path of [...paths.split('\0').filter((path) => decides.test(path)), installed])
    if (existsSync(join(root, path))) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  const key = hash.digest('hex')
  const keyPath = join(folder, 'key')
  if (existsSync(keyPath) && readFileSync(keyPath, 'utf8') === key) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(keyPath, key)
}
