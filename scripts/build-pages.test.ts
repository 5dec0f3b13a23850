import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { appsWithPages, buildPages, hashOfSources, isBuilt } from './build-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const app = 'apps/console'
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A checkout with a small app, which is built with the console's configuration, and a package that it imports. */
function checkout(): string {
  const path = mkdtempSync(join(folder, 'checkout-'))
  mkdirSync(join(path, app), { recursive: true })
  for (const name of ['package.json', 'vite.config.ts', 'tsconfig.json', 'index.html'])
    cpSync(join(root, app, name), join(path, app, name))
  symlinkSync(join(root, app, 'node_modules'), join(path, app, 'node_modules'))
  for (const name of ['tsconfig.json', 'pnpm-lock.yaml']) cpSync(join(root, name), join(path, name))
  write(path, `${app}/src/main.tsx`, `import './main.css'\ndocument.title = '${'long '.repeat(100)}'`)
  write(path, `${app}/src/main.css`, 'main { display: grid; color: light-dark(#123456, #abcdef) }'.repeat(20))
  write(path, 'packages/client/src/index.ts', 'export const a = 1')
  return path
}

function write(path: string, name: string, text: string): void {
  mkdirSync(join(path, name, '..'), { recursive: true })
  writeFileSync(join(path, name), text)
}

const distOf = (path: string) => join(path, app, 'dist')
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

test('a build has compressed copies of its files, and runs again only if needed', async () => {
  const path = checkout()
  expect(await buildPages(path, app)).toBe(true)
  const files = filesIn(distOf(path))
  const originals = files.filter((file) => /\.(?:js|css|html)$/.test(file))
  expect(originals.map((file) => file.replace(/^.*\./, '')).sort()).toEqual(['css', 'html', 'js'])
  for (const file of originals) {
    const content = readFileSync(file)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)), file).toEqual(content)
    expect(gunzipSync(readFileSync(`${file}.gz`)), file).toEqual(content)
  }
  expect(await buildPages(path, app)).toBe(false)
  rmSync(distOf(path), { recursive: true })
  expect(await buildPages(path, app)).toBe(true)
})

test('sources, imported packages and the lockfile change the hash; tests and READMEs do not', () => {
  const path = checkout()
  const seen = [hashOfSources(path, app)]
  for (const name of [
    `${app}/src/main.css`,
    `${app}/src/added.ts`,
    `${app}/index.html`,
    'packages/client/src/index.ts',
    'apps/widget/src/texts/en.ts',
    'pnpm-lock.yaml',
  ]) {
    write(path, name, 'changed')
    const hash = hashOfSources(path, app)
    expect(seen, name).not.toContain(hash)
    seen.push(hash)
  }
  for (const name of [`${app}/README.md`, `${app}/src/main.test.tsx`, `${app}/dist/index.html`]) {
    write(path, name, 'changed')
    expect(hashOfSources(path, app), name).toBe(seen.at(-1))
  }
})

test('a failed build names the file, and leaves the last build in place', async () => {
  const path = checkout()
  await buildPages(path, app)
  const before = filesIn(distOf(path))
  write(path, `${app}/src/main.tsx`, `import './absent.ts'`)
  const failure = await buildPages(path, app).catch((error: Error) => error.message)
  expect(failure).toMatch(/^apps\/console could not be built\.\n.*absent\.ts/s)
  expect(filesIn(distOf(path))).toEqual(before)
  expect(isBuilt(path, app)).toBe(false)
  expect(readdirSync(join(path, app)).filter((name) => name.startsWith('.dist'))).toEqual([])
})

test('two builds at the same time leave one complete build', async () => {
  const path = checkout()
  await Promise.all([buildPages(path, app), buildPages(path, app)])
  expect(isBuilt(path, app)).toBe(true)
  const page = readFileSync(join(distOf(path), 'index.html'), 'utf8')
  for (const [, name] of page.matchAll(/(?:src|href)="\/console\/([^"]+)"/g))
    expect(filesIn(distOf(path))).toContain(join(distOf(path), name!))
  expect(readdirSync(join(path, app)).filter((name) => name.startsWith('.dist'))).toEqual([])
})

test('the console is among the apps with pages', () => {
  expect(appsWithPages(root)).toContain(app)
})
