import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A dependency in a folder with the image's own files, and its files without those of its own dependencies. */
type Module = { name: string; folder: string; files: string[] }

function filesIn(folder: string, exclude: string[] = []): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true, exclude })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** Every package that is installed there; one that is there in two versions twice. */
export function listModules(root: string): Module[] {
  const store = join(root, 'node_modules/.pnpm')
  // Only a package's own folder is a directory; other names of it are links.
  return globSync('*/node_modules/{*,@*/*}', { cwd: store, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('@'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((folder) => ({
      name: folder.slice(folder.lastIndexOf('/node_modules/') + '/node_modules/'.length),
      folder,
      files: filesIn(folder, ['**/node_modules']),
    }))
}

/** What the authors of packages call their tests, and what only these need. */
const namedAsTest =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|__mocks__|__snapshots__|bench|benchmarks?|datasets?|testing)(?:\/|\.[cm]?js$)|\.(?:test|test-d|spec|bench)\.|(?:^|\/)test-[^/]*$/
const realCode = ['@nats-io/nats-core/lib/bench.js'] // imported by its internal_mod.js
const relativeImport =
  /\b(?:require|import)\s*\(\s*['"](\.{1,2}\/[^'"\n]+)['"]|\b(?:from|import)\s*['"](\.{1,2}\/[^'"\n]+)['"]/g

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()
const isThere = (path: string) => ['', '.js', '.cjs', '.mjs', '.json', '/index.js'].some((end) => isFile(path + end))

/** Tests and fixtures of dependencies; and imports of a file that is named like one, is code after all, and was removed. */
export function inspectModules(modules: Module[]): { unwanted: string[]; missing: string[] } {
  const unwanted: string[] = []
  const missing: string[] = []
  for (const { name, folder, files } of modules) {
    for (const file of files) {
      if (namedAsTest.test(file)) unwanted.push(`${name}/${file}`)
      if (!/\.[cm]?js$/.test(file)) continue
      for (const [, called, given] of readFileSync(join(folder, file), 'utf8').matchAll(relativeImport)) {
        const target = join(dirname(file), (called ?? given)!)
        if (!namedAsTest.test(target) && !namedAsTest.test(`${target}.js`)) continue
        if (!isThere(join(folder, target))) missing.push(`${name}/${file} imports ${called ?? given}`)
      }
    }
  }
  return { unwanted: unwanted.filter((path) => !realCode.includes(path)), missing }
}

/** A row of the table in docs/image.md. */
export type ContentsRow = { megabytes: number; what: string }

/** The rows of the table in docs/image.md. */
export function readContentsTable(page: string): ContentsRow[] {
  return [...page.matchAll(/^\| ([\d.]+) \| ([^|]+) \|/gm)].map(([, size, what]) => ({
    megabytes: Number(size),
    what: what!.trim(),
  }))
}

/**
 * Megabytes of what each row names: packages (`@elastic/*`), or folders of the image (`apps/…`, `models`, `packages`, `services`) without
 * their dependencies. The row of further packages has those that no other names.
 */
export function measureContents(root: string, modules: Module[], rows: ContentsRow[]): number[] {
  const sizeOf = (folder: string, files: string[]) =>
    files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0)
  const sizes = modules.map(({ name, folder, files }) => ({ name, bytes: sizeOf(folder, files) }))
  const namesIn = ({ what }: ContentsRow) => [...what.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  const isNamed = (name: string, pattern: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  const named = rows.flatMap(namesIn)
  return rows.map((row) => {
    const names = namesIn(row)
    const folders = names
      .filter((name) => /^(?:apps\/.*|models|packages|services)$/.test(name))
      .map((name) => join(root, name))
    const ofFolders = folders.map((folder) => sizeOf(folder, filesIn(folder, ['**/node_modules'])))
    const ofModules = sizes
      .filter(({ name }) => (names.length > 0 ? names : named).some((each) => isNamed(name, each)) === names.length > 0)
      .map(({ bytes }) => bytes)
    return [...ofFolders, ...ofModules].reduce((total, bytes) => total + bytes, 0) / 1e6
  })
}
