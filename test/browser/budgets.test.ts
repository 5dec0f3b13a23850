import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtConsole, notBuilt } from './built-console.ts'
import { measurePages } from './measure-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-budgets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Gzipped bytes. */
const limits = { beforeFirstRow: 190_000, screen: 25_000, pdfReader: 170_000, styles: 15_000 }
/** Loaded when somebody opens a PDF, beside its worker. */
const pdfReader = /\/pdfjs-dist\//
/** The first screen, whose rows people wait for. */
const inbox = /\/screens\/inbox\//

test('scripts before the first row, each screen, and style sheets stay within their budgets', (context) => {
  if (notBuilt) context.skip(notBuilt)
  const { beforeScreen, laterChunks, styles } = measurePages(builtConsole)
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  console.log(
    `console, gzipped: ${kilobytes(beforeScreen(inbox))} of scripts before the first row, ${kilobytes(styles)} of styles`,
  )
  expect(beforeScreen(inbox)).toBeGreaterThan(10_000)
  expect(beforeScreen(inbox)).toBeLessThanOrEqual(limits.beforeFirstRow)
  expect(styles).toBeLessThanOrEqual(limits.styles)
  const limitOf = (source: string) => (pdfReader.test(source) ? limits.pdfReader : limits.screen)
  const tooLarge = Object.entries(laterChunks).filter(([source, bytes]) => bytes > limitOf(source))
  expect(tooLarge.map(([source, bytes]) => `${source}: ${kilobytes(bytes)}`)).toEqual([])
})

test('a screen is measured with its imports, each file once, and style sheets wherever they are imported', () => {
  const sizes = {
    'main.js': 100,
    'shared.js': 20,
    'inbox.js': 5,
    'rows.js': 3,
    'policies.js': 7,
    'a.css': 40,
    'b.css': 1,
  }
  mkdirSync(join(folder, '.vite'), { recursive: true })
  for (const [name, bytes] of Object.entries(sizes)) {
    writeFileSync(join(folder, name), Buffer.alloc(bytes * 10))
    writeFileSync(join(folder, `${name}.gz`), Buffer.alloc(bytes))
  }
  rmSync(join(folder, 'rows.js.gz'))
  const manifest = {
    'index.html': { file: 'main.js', isEntry: true, imports: ['_shared.js'], css: ['a.css'], dynamicImports: [] },
    '_shared.js': { file: 'shared.js' },
    '_rows.js': { file: 'rows.js', imports: ['_shared.js'], css: ['b.css'] },
    'src/screens/inbox/inbox.tsx': { file: 'inbox.js', imports: ['index.html', '_rows.js'], css: ['a.css'] },
    'src/screens/policies/policies.tsx': { file: 'policies.js', imports: ['_rows.js'] },
  }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  const measured = measurePages(folder)
  // 100 + 20 + 5, and 30 of rows.js, which has no compressed copy.
  expect(measured.beforeScreen(inbox)).toBe(155)
  expect(measured.beforeScreen(/\/nowhere\//)).toBe(120)
  expect(measured.laterChunks).toEqual({
    '_rows.js': 30,
    'src/screens/inbox/inbox.tsx': 5,
    'src/screens/policies/policies.tsx': 7,
  })
  expect(measured.styles).toBe(41)
})
