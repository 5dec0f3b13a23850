import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rule = join(root, 'lint/imports.grit')
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the rule says about each line, in a file at this path of a workspace: its message, or null where it is silent. */
function lint(path: string, lines: string[]): (string | null)[] {
  const workspace = mkdtempSync(join(folder, 'workspace-'))
  const file = join(workspace, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, lines.join('\n'))
  const config = { plugins: [rule], linter: { rules: { preset: 'none' } }, formatter: { enabled: false } }
  writeFileSync(join(workspace, 'biome.json'), JSON.stringify(config))
  const biome = join(root, 'node_modules/.bin/biome')
  let report: string
  try {
    report = execFileSync(biome, ['lint', '--reporter=github', '--max-diagnostics=200', '.'], {
      cwd: workspace,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    report = (error as { stdout: string }).stdout
  }
  const said = new Map<number, string>()
  for (const [, line, message] of report.matchAll(/^::error [^\n]*?line=(\d+)[^\n]*?::(.*)$/gm)) {
    said.set(Number(line), message!)
  }
  return lines.map((_, index) => said.get(index + 1) ?? null)
}

const forms = (name: string) => [
  `import { a } from '${name}'`,
  `import type { B } from '${name}'`,
  `import '${name}'`,
  `export * from '${name}'`,
  `export { c } from '${name}'`,
  `const d = await import('${name}')`,
  `const e = require('${name}')`,
  `type F = import('${name}').F`,
]

const homes: Record<string, string> = {
  '@lancedb/lancedb': 'packages/chunk-index/src/lancedb.ts',
  'apache-arrow': 'packages/chunk-index/src/lancedb.ts',
  '@elastic/elasticsearch': 'packages/chunk-index/src/elasticsearch.ts',
  'node:sqlite': 'packages/sqlite/src/open.ts',
  mongodb: 'packages/documents/src/mongo.ts',
  '@nats-io/jetstream': 'packages/bus/src/nats.ts',
  '@nats-io/obj': 'packages/blobs/src/nats.ts',
  openai: 'packages/models/src/openai.ts',
  got: 'packages/outbound-http/src/fetch.ts',
}

test.each(Object.entries(homes))('%s is imported in its adapter alone, in whatever form', (name, home) => {
  for (const path of [
    'services/chat/src/service.ts',
    'services/gateway/src/routes/a.ts',
    'packages/service/src/run.ts',
  ]) {
    expect(lint(path, forms(name)), path).not.toContain(null)
  }
  expect(lint(home, forms(name)).filter(Boolean)).toEqual([])
})

test('a service is imported by the cli and by tests, never by a service or another package', () => {
  for (const service of readdirSync(join(root, 'services'))) {
    const name = `@frontdesk/${service}`
    expect(lint('services/other/src/service.ts', forms(name)), name).not.toContain(null)
    expect(lint('packages/bus/src/sqlite.ts', forms(name)), name).not.toContain(null)
    expect(lint('packages/cli/src/start.ts', forms(name)).filter(Boolean), name).toEqual([])
    expect(lint('test/scenarios/a.test.ts', forms(name)).filter(Boolean), name).toEqual([])
  }
})

test('a path never leads into another package', () => {
  const paths = ['../../chat/src/service.ts', '../../../packages/bus/src/sqlite.ts', '../../../services/chat/x.ts']
  for (const path of paths) expect(lint('services/copilot/src/service.ts', forms(path)), path).not.toContain(null)
})

test('a relative import names its file', () => {
  const wrong = ['./split', './split.js', '../split', './split.mjs']
  for (const path of wrong) expect(lint('services/chat/src/service.ts', forms(path)), path).not.toContain(null)
  const right = ['./split.ts', '../split.ts', './words.json', '@frontdesk/contracts', 'node:fs', 'zod']
  for (const path of right) expect(lint('services/chat/src/service.ts', forms(path)).filter(Boolean), path).toEqual([])
})

test('the rule is on for the whole repository', () => {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  expect(config.plugins).toContain('./lint/imports.grit')
})
