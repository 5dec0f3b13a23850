import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { refreshDeadCodeCache } from './dead-code-cache.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-dependencies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** A workspace with these files and the rule as biome.json configures it; its root declares what a package may lack. */
function workspace(files: Record<string, string>): string {
  const path = mkdtempSync(join(folder, 'workspace-'))
  const { linter, overrides } = readJson('biome.json')
  const { noUndeclaredDependencies } = linter.rules.correctness
  const rules = { preset: 'none', correctness: { noUndeclaredDependencies } }
  const config = {
    plugins: [],
    linter: { rules },
    formatter: { enabled: false },
    assist: { enabled: false },
    overrides: overrides.filter((each: any) => each.linter.rules?.correctness?.noUndeclaredDependencies),
  }
  const all = {
    'biome.json': JSON.stringify(config),
    'package.json': JSON.stringify({ name: 'root', devDependencies: { undeclared: '1', '@frontdesk/language': '1' } }),
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return path
}

/** What the rule reports: `file:line dependency`, sorted. */
function undeclaredIn(path: string): string[] {
  const biome = join(root, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=500', '.'], {
    cwd: path,
    encoding: 'utf8',
  })
  const found = stdout.matchAll(/file=([^,]+),line=(\d+)[^\n]*?::Dependency (\S+) isn't specified/g)
  return [...found].map(([, file, line, name]) => `${file!.replace(`${path}/`, '')}:${line} ${name}`).sort()
}

const forms = (name: string) =>
  [
    `import { a } from '${name}'`,
    `import type { B } from '${name}'`,
    `import '${name}'`,
    `export * from '${name}'`,
    `export type { C } from '${name}/part'`,
    `export const d = await import('${name}')`,
    `export const e = require('${name}')`,
  ].join('\n')

test('an import that only the root declares is an error, in product code and in tests, whatever its form', () => {
  const manifest: Manifest = { dependencies: { declared: '1' } }
  const path = workspace({
    'services/a/package.json': JSON.stringify(manifest),
    'services/a/src/a.ts': `${forms('undeclared')}\n${forms('declared')}`,
    'services/a/src/a.test.ts': forms('undeclared'),
  })
  const lines = (file: string) => [1, 2, 3, 4, 5, 6, 7].map((line) => `services/a/src/${file}:${line} undeclared`)
  expect(undeclaredIn(path)).toEqual([...lines('a.test.ts'), ...lines('a.ts')])
})

test('product code can not import what is declared for development alone; tests and their support can', () => {
  const manifest: Manifest = { devDependencies: { undeclared: '1' } }
  const path = workspace({
    'packages/a/package.json': JSON.stringify(manifest),
    'packages/a/src/a.ts': `import { a } from 'undeclared'`,
    'packages/a/src/a.test.ts': `import { a } from 'undeclared'`,
    'packages/a/src/conformance/a.ts': `import { a } from 'undeclared'`,
    'packages/a/testing/start-test-a.ts': `import { a } from 'undeclared'`,
    'packages/a/src/a-for-test.ts': `import { a } from 'undeclared'`,
    'services/a/package.json': JSON.stringify(manifest),
    'services/a/testing/turns/make-turn.ts': `import { a } from 'undeclared'`,
  })
  expect(undeclaredIn(path)).toEqual(['packages/a/src/a.ts:1 undeclared'])
})

test('the package named testing is product code that others install, except its own tests', () => {
  const manifest: Manifest = { devDependencies: { undeclared: '1' } }
  const path = workspace({
    'packages/testing/package.json': JSON.stringify(manifest),
    'packages/testing/src/start.ts': `import { a } from 'undeclared'`,
    'packages/testing/src/start.test.ts': `import { a } from 'undeclared'`,
  })
  expect(undeclaredIn(path)).toEqual(['packages/testing/src/start.ts:1 undeclared'])
})

test('the console, which is bundled, can import development dependencies, but nothing undeclared', () => {
  const manifest: Manifest = { devDependencies: { declared: '1' } }
  const path = workspace({
    'apps/console/package.json': JSON.stringify(manifest),
    'apps/console/src/main.tsx': `import { a } from 'declared'\nimport { b } from 'undeclared'`,
  })
  expect(undeclaredIn(path)).toEqual(['apps/console/src/main.tsx:2 undeclared'])
})

test('the service that once lacked a declaration fails without it', () => {
  const manifest = readJson('services/ingest/package.json')
  const { '@frontdesk/language': declared, ...rest } = manifest.dependencies
  expect(declared).toBe('workspace:*')
  const lintIngest = (dependencies: object) => {
    const path = workspace({ 'services/ingest/package.json': JSON.stringify({ ...manifest, dependencies }) })
    cpSync(join(root, 'services/ingest/src'), join(path, 'services/ingest/src'), { recursive: true })
    return undeclaredIn(path)
  }
  expect(lintIngest(manifest.dependencies)).toEqual([])
  const undeclared = lintIngest(rest)
  expect(undeclared).toContainEqual(expect.stringMatching(/fingerprint-text\.ts:\d+ @frontdesk\/language$/))
  for (const each of undeclared) expect(each).toMatch(/ @frontdesk\/language$/)
})

test('the root declares tools only, so that no package resolves another one through it', () => {
  const manifests = globSync(
    ['apps/*/package.json', 'packages/*/package.json', 'services/*/package.json', '{scripts,test}/package.json'],
    {
      cwd: root,
    },
  )
  const ours = manifests.map((path) => readJson(path).name as string)
  expect(ours.length).toBeGreaterThan(25)
  const { dependencies = {}, devDependencies = {} } = readJson('package.json') as Manifest
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => ours.includes(name))).toEqual([])
})

test('what knip keeps of files is forgotten when one comes or goes, or a manifest changes, and not when one is edited', () => {
  const path = workspace({ 'src/a.ts': '', 'src/b.ts': '', 'package.json': '{}' })
  const git = (...args: string[]) => spawnSync('git', args, { cwd: path })
  git('init')
  git('add', '.')
  const cache = join(folder, 'knip')
  /** Whether a file in the cache outlives what was changed. */
  const isKeptAfter = (change: () => void) => {
    refreshDeadCodeCache(path, cache)
    writeFileSync(join(cache, 'entry'), '')
    change()
    refreshDeadCodeCache(path, cache)
    return existsSync(join(cache, 'entry'))
  }
  expect(isKeptAfter(() => writeFileSync(join(path, 'src/a.ts'), 'export const a = 1'))).toBe(true)
  expect(isKeptAfter(() => writeFileSync(join(path, 'src/new.ts'), ''))).toBe(false)
  expect(isKeptAfter(() => rmSync(join(path, 'src/b.ts')))).toBe(false)
  expect(isKeptAfter(() => writeFileSync(join(path, 'package.json'), '{ "name": "other" }'))).toBe(false)
})
