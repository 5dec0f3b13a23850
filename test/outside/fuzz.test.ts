import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzSettings } from './fuzz/fuzz-settings.ts'
import { stayOnLoopback } from './fuzz/stay-on-loopback.ts'
import { findTool } from './outside-tools.ts'

const schemathesis = findTool('schemathesis/bin/schemathesis')

/** `FUZZ_SEED` looks elsewhere; the same one asks the same, as far as it does not go by ids that we made up. */
const seed = process.env.FUZZ_SEED ?? '20261122'
/** A regular expression of paths, to look at some of them. */
const paths = process.env.FUZZ_PATHS
const adminToken = 'fuzz-admin-token-0123456789abcdef'
const minCases = paths ? 1 : 5_000

let folder: string
let frontdesk: Frontdesk
let document: any
let loopback: ReturnType<typeof stayOnLoopback>

beforeAll(async () => {
  if (!schemathesis) return
  loopback = stayOnLoopback()
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-fuzz-'))
  const unlimited = '100000000'
  const env = { ADMIN_TOKEN: adminToken, RATE_LIMIT_PER_MINUTE: unlimited, PROVIDER_RATE_LIMIT_PER_MINUTE: unlimited }
  frontdesk = await startFrontdesk({ env })
  document = await (await fetch(`${frontdesk.baseUrl}/openapi.json`)).json()
})
afterAll(async () => {
  await frontdesk?.stop()
  loopback?.undo()
  if (folder) await rm(folder, { recursive: true, force: true })
})

type Run = { name: string; settings: string; key: string; examples: number }
type Outcome = { code: number | null; output: string; cases: number; seconds: number; command: string }

/** Runs schemathesis to its end. */
async function fuzz({ name, settings, key, examples }: Run): Promise<Outcome> {
  const config = join(folder, `${name}.toml`)
  await writeFile(config, settings)
  const args = ['--config-file', config, 'run', `${frontdesk.baseUrl}/openapi.json`, '--no-color', '--workers', '1']
  args.push('--seed', seed, '--max-examples', String(examples))
  if (paths) args.push('--include-path-regex', paths)
  const began = performance.now()
  const child = spawn(schemathesis!, args, {
    cwd: folder,
    env: { ...process.env, FUZZ_KEY: key, FUZZ_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const cases = Number(/^ *([\d,]+) generated/m.exec(output)?.[1]?.replaceAll(',', '') ?? 0)
  const seconds = Math.round((performance.now() - began) / 1_000)
  const command = `FUZZ_SEED=${seed} npx vitest run test/outside/fuzz.test.ts`
  console.log(`fuzz, ${name}: ${cases} cases in ${seconds} s, seed ${seed}; again: ${command}`)
  return { code, output, cases, seconds, command }
}

const withoutErrors = (runs: Outcome[]) => {
  for (const { code, output, command } of runs) {
    const from = output.search(/^=+ (?:ERRORS|FAILURES) =+$/m)
    const told = from < 0 ? output.slice(-4_000) : output.slice(from, from + 20_000)
    expect(code, `${told}\n\nagain: ${command}`).toBe(0)
  }
}

test('no request that fits the document, or just does not, breaks a promise of it: with an admin key and a narrow one', async (ctx) => {
  if (!schemathesis) return ctx.skip('no schemathesis: run scripts/install-outside-tools')
  const { apiKey: admin } = await frontdesk.tenant('fuzzed')
  const { apiKey } = await frontdesk.tenant('fuzzed narrowly')
  const made = await fetch(`${frontdesk.baseUrl}/api/api-keys`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'narrow', scopes: ['contacts'] }),
  })
  const { key: narrow } = (await made.json()) as { key: string }
  const settings = fuzzSettings(document, 'tenant')
  const runs = await Promise.all([
    fuzz({ name: 'admin', settings, key: admin, examples: 10 }),
    fuzz({ name: 'narrow', settings, key: narrow, examples: 3 }),
  ])
  withoutErrors(runs)
  expect(runs[0]!.cases + runs[1]!.cases).toBeGreaterThanOrEqual(minCases)
})

test('on what it stands on itself: its own keys and tenants', async (ctx) => {
  if (!schemathesis) return ctx.skip('no schemathesis: run scripts/install-outside-tools')
  const { apiKey } = await frontdesk.tenant('fuzzed underfoot')
  const settings = fuzzSettings(document, 'feet')
  const run = await fuzz({ name: 'feet', settings, key: apiKey, examples: 20 })
  withoutErrors([run])
  expect(run.cases).toBeGreaterThan(paths ? 0 : 100)
})
