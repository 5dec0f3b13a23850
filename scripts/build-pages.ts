import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, type ZlibOptions } from 'node:zlib'

/**
 * The apps that run in a browser: those with a `vite.config.ts`. This script builds each of them into its `dist/`, if its
 * sources have changed. The image's build runs it with Node alone, so it imports no package.
 */
export const appsWithPages = (root: string) => globSync('apps/*/vite.config.ts', { cwd: root }).map(dirname).sort()

/** Files in an app's folder that don't affect what is built. */
const isBesideTheSources = /(?:^|\/)(?:node_modules|dist|\.dist-\w+)(?:\/|$)|\.test\.tsx?$|\.md$/

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** An app's folder, and the sources of the workspace packages that it imports. */
function sourceFolders(root: string, app: string): string[] {
  const { devDependencies = {} } = readManifest(join(root, app))
  const ofWorkspace = Object.keys(devDependencies).filter((name) => devDependencies[name].startsWith('workspace:'))
  const folders = ofWorkspace
    .map((name) => name.replace('@frontdesk/', ''))
    .flatMap((name) => [`packages/${name}/src`, `apps/${name}/src`])
  return [app, ...folders.filter((folder) => existsSync(join(root, folder)))]
}

/** The content of `dist/.hash`: a hash of the sources, the lockfile, Vite's version and this script. */
export function hashOfSources(root: string, app: string): string {
  const hash = createHash('sha256')
  const exclude = (path: string) => isBesideTheSources.test(path)
  const files = sourceFolders(root, app).flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: root, exclude }))
  const shared = ['pnpm-lock.yaml', 'tsconfig.json'].map((path) => join(root, path))
  const all = [...files.sort().map((path) => join(root, path)), ...shared, fileURLToPath(import.meta.url)]
  for (const path of all) {
    const content = readFileSync(path)
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content)
  }
  return hash.update(readManifest(join(root, app, 'node_modules/vite')).version).digest('hex')
}

/** Whether an app's `dist/` was built from its present sources. */
export function isBuilt(root: string, app: string): boolean {
  const known = join(root, app, 'dist/.hash')
  return existsSync(known) && readFileSync(known, 'utf8') === hashOfSources(root, app)
}

/** Compresses with each size of block that zlib has, and returns the smallest result: they differ by up to 1 %. */
async function smallestGzip(content: Buffer): Promise<Buffer> {
  const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip)
  const made = await Promise.all([6, 7, 8, 9].map((memLevel) => compress(content, { level: 9, memLevel })))
  return made.reduce((least, one) => (one.length < least.length ? one : least))
}

/** Writes a `.br` and a `.gz` beside each file, unless they would be larger. */
async function compressFiles(folder: string): Promise<void> {
  const compressors = {
    '.br': promisify(brotliCompress),
    '.gz': smallestGzip,
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const compress = async (path: string) => {
    const content = await readFile(path)
    for (const [ending, compressor] of Object.entries(compressors)) {
      const compressed = await compressor(content)
      if (compressed.length < content.length) await writeFile(`${path}${ending}`, compressed)
    }
  }
  // The manifest in `.vite` is not served.
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.vite'))
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
}

/** Replaces a folder by another one. Another process may be replacing it at the same time. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  for (let triesLeft = 10; ; triesLeft--) {
    await rm(folder, { recursive: true, force: true })
    try {
      return await rename(by, folder)
    } catch (error) {
      if (triesLeft === 0 || !['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!)) throw error
    }
  }
}

/**
 * Builds an app unless its `dist/` is up to date; returns whether it did. If the build fails, it throws Vite's message and
 * leaves `dist/` unchanged. Of two builds at the same time, the last one stays, complete.
 */
export async function buildPages(root: string, app: string): Promise<boolean> {
  if (isBuilt(root, app)) return false
  const folder = join(root, app)
  const hash = hashOfSources(root, app)
  const made = await mkdtemp(join(folder, '.dist-'))
  try {
    const vite = join(folder, 'node_modules/.bin/vite')
    const options = ['build', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn']
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
    await promisify(execFile)(vite, options, { cwd: folder, env }).catch(({ stdout = '', stderr = '', message }) => {
      const said = `${stdout}${stderr}`.replace(/^ +at .*\n/gm, '').trim()
      throw new Error(`${app} could not be built.\n${said || message}`)
    })
    await compressFiles(made)
    await writeFile(join(made, '.hash'), hash)
    await replaceFolder(join(folder, 'dist'), made)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return true
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  // With `CONSOLE=off` the console is not served.
  const apps = appsWithPages(root).filter((app) => app !== 'apps/console' || process.env.CONSOLE !== 'off')
  // With `--check`, exit code 1 means that something has to be built.
  if (process.argv.includes('--check')) process.exit(apps.every((app) => isBuilt(root, app)) ? 0 : 1)
  try {
    for (const app of apps) await buildPages(root, app)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
