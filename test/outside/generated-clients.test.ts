import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { findTool, hasCommand } from './outside-tools.ts'

const programs = join(import.meta.dirname, 'generated-clients')
const root = join(import.meta.dirname, '../..')
const installHint = 'run scripts/install-outside-tools'
let frontdesk: Frontdesk
let folder: string
let document: string

beforeAll(async () => {
  frontdesk = await startFrontdesk()
  // Inside the checkout, so that what is written there finds the packages of the root.
  folder = await mkdtemp(join(import.meta.dirname, 'generated-clients-'))
  document = join(folder, 'openapi.json')
  writeFileSync(document, await (await fetch(`${frontdesk.baseUrl}/openapi.json`)).text())
})
afterAll(async () => {
  await frontdesk?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** What a command writes to stdout. Throws with all that it wrote when it fails. */
async function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const env = { ...process.env, BASE_URL: frontdesk.baseUrl, API_KEY: frontdesk.apiKey, ...options.env }
  const ran = await promisify(execFile)(command, args, {
    cwd: options.cwd ?? folder,
    env,
    maxBuffer: 64 * 2 ** 20,
  }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`.slice(-8_000))
  })
  return { stdout: ran.stdout, all: ran.stdout + ran.stderr }
}

/** One source that was uploaded is ready, the question was answered from it, and it is in the list. */
function expectUsed(stdout: string): void {
  const { source, answer, listed } = JSON.parse(stdout.trim().split('\n').at(-1)!)
  expect(source).toEqual({ id: expect.stringMatching(/^src_/), status: 'Ready', title: 'Returns' })
  expect(answer).toMatchObject({ outcome: 'answered', content: expect.stringContaining('free within 30 days') })
  expect(answer.sourceIds.length).toBeGreaterThan(0)
  expect(listed).toContain(source.id)
}

const jar = findTool('openapi-generator-cli-7.16.0.jar')
const python = findTool('openapi-python-client/bin/python')

async function generate(ctx: TestContext, language: string, output: string, ...options: string[]): Promise<void> {
  if (!jar || !hasCommand('java', '-version')) ctx.skip(`no openapi-generator: ${installHint}`)
  const withoutExtras = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  const args = ['-jar', jar!, 'generate', '-i', document, '-g', language, '-o', output]
  const { all } = await run('java', [...args, '--global-property', withoutExtras, ...options])
  expect(all.split('\n').filter((line) => /\bERROR\b|Exception/.test(line))).toEqual([])
}

describe.concurrent('a client of', () => {
  test('openapi-python-client has every route, is imported, and works', async (ctx) => {
    const generator = findTool('openapi-python-client/bin/openapi-python-client')
    if (!generator) ctx.skip(`no openapi-python-client: ${installHint}`)
    const config = join(folder, 'openapi-python-client.yml')
    writeFileSync(config, 'post_hooks: []\n')
    const output = join(folder, 'python', 'frontdesk_client')
    mkdirSync(join(folder, 'python'), { recursive: true })
    const args = ['generate', '--path', document, '--output-path', output, '--meta', 'none', '--config', config]
    const { all } = await run(generator!, args)
    // It says here what it leaves out: nothing.
    expect(all.replace(/\s/g, '')).toBe(`Generating${output}`)
    const env = { PYTHONPATH: join(folder, 'python') }
    expectUsed((await run(python!, [join(programs, 'use_openapi_python_client.py')], { env })).stdout)
  })

  test('openapi-generator for Python is imported, and works', async (ctx) => {
    const output = join(folder, 'generator-python')
    await generate(ctx, 'python', output, '--package-name', 'frontdesk_api')
    if (!python) ctx.skip(`no Python packages for clients: ${installHint}`)
    const { stdout } = await run(python!, [join(programs, 'use_openapi_generator.py')], { env: { PYTHONPATH: output } })
    expectUsed(stdout)
    expect(JSON.parse(stdout).jobId).toMatch(/^cjob_/)
  })

  test('openapi-generator for Go compiles, and works', async (ctx) => {
    if (!hasCommand('go', 'version')) ctx.skip('no go')
    const output = join(folder, 'generator-go')
    // Go has one name for all constants of a package, so those of enumerations begin with their type.
    const names = '--additional-properties=enumClassPrefix=true,useOneOfDiscriminatorLookup=true'
    await generate(ctx, 'go', output, '--package-name', 'frontdesk', names)
    writeFileSync(join(output, 'go.mod'), 'module example.com/frontdesk/client\n\ngo 1.23\n')
    mkdirSync(join(output, 'use'))
    copyFileSync(join(programs, 'use-openapi-generator.go'), join(output, 'use', 'main.go'))
    const { stdout } = await run('go', ['run', './use'], { cwd: output, env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' } })
    expectUsed(stdout)
    expect(JSON.parse(stdout).jobId).toMatch(/^cjob_/)
  })

  test('openapi-typescript compiles in strict mode, and works', async () => {
    const output = join(folder, 'typescript')
    mkdirSync(output)
    // What has a default may be left out.
    const asSent = ['--default-non-nullable', 'false']
    // The one that writes the types of our own client, with the TypeScript that it needs.
    await run(join(root, 'packages/client/node_modules/.bin/openapi-typescript'), [
      document,
      '--output',
      join(output, 'frontdesk.d.ts'),
      ...asSent,
    ])
    copyFileSync(join(programs, 'use-openapi-typescript.ts.txt'), join(output, 'main.ts'))
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'esnext', module: 'nodenext', types: ['node'] },
      ...{ allowImportingTsExtensions: true },
    }
    writeFileSync(join(output, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    writeFileSync(join(output, 'package.json'), '{"type":"module"}')
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', output])
    expectUsed((await run(process.execPath, [join(output, 'main.ts')])).stdout)
  })
})

test('Redocly finds no error in the document', async (ctx) => {
  const redocly = findTool('redocly/node_modules/.bin/redocly')
  if (!redocly) ctx.skip(`no redocly: ${installHint}`)
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(redocly!, ['lint', document, '--format', 'json'], { env })
  const { totals, problems } = JSON.parse(stdout)
  expect(totals.errors).toBe(0)
  // Two paths of contacts fit two routes; the one without a parameter goes first, as everywhere. Signing in at an
  // identity provider only redirects.
  const expected = ['no-ambiguous-paths', 'operation-2xx-response']
  const text = readFileSync(document, 'utf8')
  // Only the streams name them, as `x-event-schema`, which Redocly doesn't read.
  const ofEvents = new Set(
    Array.from(text.matchAll(/"x-event-schema":{"\$ref":"#\/components\/schemas\/(\w+)"/g), ([, name]) => name!),
  )
  expect(ofEvents.size).toBeGreaterThan(0)
  const isOfEvents = (message: string) =>
    [...ofEvents].some((name) => message === `Component: "${name}" is never used.`)
  const unexpected = problems.filter(
    ({ ruleId, message }: { ruleId: string; message: string }) =>
      !expected.includes(ruleId) && !(ruleId === 'no-unused-components' && isOfEvents(message)),
  )
  expect(unexpected).toEqual([])
  expect(JSON.parse(text).servers).toHaveLength(1)
})
