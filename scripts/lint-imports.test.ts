import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const rule = join(root, 'lint/imports.grit')
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Case = [path: string, lines: string[]]

/** What the rule says about each line of files at these paths of workspaces: its message, or null where it is silent. */
function lint(cases: Case[]): (string | null)[][] {
  const workspace = mkdtempSync(join(folder, 'workspace-'))
  for (const [i, [path, lines]] of cases.entries()) {
    const file = join(workspace, `case-${i}`, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, lines.join('\n'))
  }
  const config = { plugins: [rule], linter: { rules: { preset: 'none' } }, formatter: { enabled: false } }
  writeFileSync(join(workspace, 'biome.json'), JSON.stringify(config))
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', '.'],
    { cwd: workspace, encoding: 'utf8' },
  )
  const said = new Map<string, string>()
  for (const [, id, line, message] of stdout.matchAll(/^::error [^\n]*?case-(\d+)[^\n]*?line=(\d+)[^\n]*?::(.*)$/gm))
    said.set(`${id}:${line}`, message!)
  return cases.map(([, lines], i) => lines.map((_, line) => said.get(`${i}:${line + 1}`) ?? null))
}

/** Holds that the rule refuses every line of some files, and none of others. */
function expectVerdicts({ refused, allowed = [] }: { refused: Case[]; allowed?: Case[] }): void {
  const said = lint([...refused, ...allowed])
  for (const [i, [path, lines]] of refused.entries()) expect(said[i], `${path}: ${lines[0]}`).not.toContain(null)
  for (const [i, [path, lines]] of allowed.entries())
    expect(said[refused.length + i]!.filter(Boolean), `${path}: ${lines[0]}`).toEqual([])
}

/** Files of product code, of a test and of test support: the rule holds in each. */
const placesIn = (folder: string) =>
  ['src/service.ts', 'src/turns/turn.test.ts', 'testing/start-test.ts'].map((file) => `${folder}/${file}`)

/** Every form in which a package may be imported. */
const packageForms = (name: string) => [
  `import { a } from '${name}'`,
  `import type { B } from '${name}'`,
  `import '${name}'`,
  `export * from '${name}'`,
  `export { c } from '${name}'`,
  `const d = await import('${name}')`,
  `const e = require('${name}')`,
]
const typeForm = (name: string) => `type F = import('${name}').F`
const forms = (name: string) => [...packageForms(name), typeForm(name)]

const homes: Record<string, string> = {
  '@elastic/elasticsearch': 'packages/chunk-index/src/elasticsearch.ts',
  'node:sqlite': 'packages/sqlite/src/open.ts',
  mongodb: 'packages/documents/src/mongo.ts',
  '@nats-io/jetstream': 'packages/bus/src/nats.ts',
  '@nats-io/obj': 'packages/blobs/src/nats.ts',
  openai: 'packages/models/src/openai.ts',
  got: 'packages/outbound-http/src/fetch.ts',
}

test.each(Object.entries(homes))('%s is imported in its adapter alone, in whatever form', (name, home) => {
  const product = ['services/chat/src/service.ts', 'services/gateway/src/routes/a.ts', 'packages/service/src/run.ts']
  expectVerdicts({
    refused: [...product, 'services/chat/testing/start-test-chat.ts'].map((path) => [path, forms(name)]),
    allowed: [[home, packageForms(name)]],
  })
})

test('a service is imported by the app and by test/, never by a service or a package, their tests included', () => {
  const imports = readdirSync(join(root, 'services')).flatMap((service) => packageForms(`@frontdesk/${service}`))
  expectVerdicts({
    refused: [...placesIn('services/other'), 'packages/bus/src/sqlite.ts'].map((path) => [path, imports]),
    allowed: ['apps/frontdesk/src/start.ts', 'test/scenarios/a.test.ts'].map((path) => [path, imports]),
  })
})

test('what the app is made of imports only the fake model of @frontdesk/testing, which runs the app', () => {
  const places = [...placesIn('services/chat'), ...placesIn('packages/models')]
  expectVerdicts({
    refused: places.map((place) => [place, forms('@frontdesk/testing')]),
    allowed: [
      ...places.map((place): Case => [place, packageForms('@frontdesk/testing/openai-endpoint')]),
      ['test/scenarios/a.test.ts', packageForms('@frontdesk/testing')],
    ],
  })
})

test('a path never leads into another package', () => {
  const paths = [
    '../../chat/src/service.ts',
    '../../../chat/testing/start-test-chat.ts',
    '../../../packages/bus/src/sqlite.ts',
    '../../../services/chat/x.ts',
  ]
  const own = ['../src/service.ts', '../../src/turns/turn.ts', './start-test.ts', '../testing/start-test.ts']
  expectVerdicts({
    refused: [
      ...paths.flatMap((path) => placesIn('services/copilot').map((place): Case => [place, forms(path)])),
      ['services/copilot/src/service.ts', forms('../src/run.ts')],
    ],
    allowed: [
      ...own.map((path): Case => ['services/copilot/testing/turns/a.ts', forms(path)]),
      ['services/copilot/src/turns/a.test.ts', forms('../../testing/a.ts')],
    ],
  })
})

test('a relative import names its file', () => {
  const wrong = ['./split', './split.js', '../split', './split.mjs']
  const right = ['./split.ts', '../split.ts', './words.json', '@frontdesk/contracts', 'node:fs', 'zod']
  expectVerdicts({
    refused: wrong.map((path) => ['services/chat/src/service.ts', forms(path)]),
    allowed: right.map((path) => ['services/chat/src/service.ts', packageForms(path)]),
  })
})

test("a package's types come by `import type`, where the rule for undeclared dependencies finds them", () => {
  const places = ['services/chat/src/service.ts', 'services/chat/src/a.test.ts', 'scripts/a.ts']
  const lines = [typeForm('zod'), `let a: typeof import('zod')`, typeForm('./own.ts')]
  for (const said of lint(places.map((place) => [place, lines])))
    expect(said).toEqual([
      expect.stringContaining('by `import type`'),
      expect.stringContaining('by `import type`'),
      null,
    ])
})

test('only an app imports components and style sheets', () => {
  const page = ['./thread.tsx', './thread.module.css']
  expectVerdicts({
    refused: [
      ...page.map((path): Case => ['services/chat/src/service.ts', forms(path)]),
      ...['./thread', './thread.jsx'].map((path): Case => ['apps/console/src/main.tsx', forms(path)]),
    ],
    allowed: page.map((path) => ['apps/console/src/main.tsx', forms(path)]),
  })
})

test('an import circle is an error, also one of types alone and one through testing/', () => {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  const { noImportCycles } = config.linter.rules.suspicious
  const workspace = mkdtempSync(join(folder, 'workspace-'))
  const circles = {
    'services/a/src/context.ts': `import type { State } from './state.ts'\nexport type Context = { state: State }`,
    'services/a/src/state.ts': `import type { Context } from './context.ts'\nexport type State = { of?: Context }`,
    'services/b/src/run.ts': `import type { Fixture } from '../testing/fixture.ts'\nexport type Run = Fixture`,
    'services/b/testing/fixture.ts': `import type { Run } from '../src/run.ts'\nexport type Fixture = { run?: Run }`,
    'services/c/src/a.ts': `import { b } from './b.ts'\nexport const a = b`,
    'services/c/src/b.ts': `export const b = 1`,
    'biome.json': JSON.stringify({
      linter: { rules: { preset: 'none', suspicious: { noImportCycles } } },
      formatter: { enabled: false },
    }),
  }
  for (const [path, text] of Object.entries(circles)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--reporter=github', '.'], {
    cwd: workspace,
    encoding: 'utf8',
  })
  const found = [...stdout.matchAll(/^::error [^\n]*?noImportCycles[^\n]*?file=([^,]+)/gm)].map(([, file]) => file!)
  expect(found.map((file) => file.slice(file.indexOf('services/'))).sort()).toEqual([
    'services/a/src/context.ts',
    'services/a/src/state.ts',
    'services/b/src/run.ts',
    'services/b/testing/fixture.ts',
  ])
})

test('the rule is on for the whole repository', () => {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  expect(config.plugins).toContain('./lint/imports.grit')
})
