import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { openLog } from '@frontdesk/service'
import { openSqliteReader } from '@frontdesk/sqlite'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Platform, startPlatform } from '../start-platform.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const apiKey = 'a-bootstrap-key-of-more-than-32-characters'
let dir: string
let platform: Platform
let baseUrl: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frontdesk-simulate-'))
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(dir, 'data'),
    BOOTSTRAP_API_KEY: apiKey,
    EMBEDDING_MODEL: 'off',
  }
  platform = await startPlatform({ env, log: openLog({ level: 'silent', terminal: false }) })
  baseUrl = `http://127.0.0.1:${platform.port}`
})
afterAll(async () => {
  await platform.stop()
  await rm(dir, { recursive: true, force: true })
})

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, text)
  return path
}

/** The command as a process of its own, as CI runs it. */
async function run(file: string, ...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const env = { ...process.env, BASE_URL: baseUrl, FRONTDESK_API_KEY: apiKey }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'simulate', file, ...args], { env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        output: stripVTControlCharacters(stdout),
        errors: stripVTControlCharacters(stderr),
      }),
    )
  })
}

const suite = (outcome: string) => `name: Weapons & co
scenarios:
  - name: Asks for <one>
    policies:
      - name: No weapons
        type: Topic Filter
        mode: Pre-generation
        config: { topics: [{ name: weapons, phrases: [firearm] }] }
    turns:
      - message: Do you sell firearms?
        expect: { outcome: ${outcome}, policy: No weapons }
      - message: And umbrellas?
        expect: { outcome: escalated, reason: low_confidence }
  - name: Asks for nothing
    turns:
      - message: Umbrellas?
        expect: { outcome: escalated }
`

test('when all expectations hold it says so and ends with 0', async () => {
  const file = await fileOf('good.yaml', suite('blocked'))
  const { code, output, errors } = await run(file)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toContain('✓ Asks for <one>')
  expect(output).toContain('2 scenarios: 2 passed, 0 failed')
})

test('an expectation that does not hold is shown as a diff, in JUnit XML too, and it ends with 1', async () => {
  const file = await fileOf('bad.yaml', suite('answered'))
  const junit = join(dir, 'out.xml')
  const { code, output } = await run(file, '--junit', junit)
  expect(code).toBe(1)
  expect(output).toContain('✗ Asks for <one>')
  expect(output).toMatch(/turn 1: Do you sell firearms\?\n\s+outcome\n\s+- answered\n\s+\+ blocked\n/)
  expect(output).toContain('2 scenarios: 1 passed, 1 failed')

  const xml = await readFile(junit, 'utf8')
  expect(XMLValidator.validate(xml)).toBe(true)
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(xml)
  const { testsuite } = parsed.testsuites
  expect(testsuite).toMatchObject({ '@name': 'Weapons & co', '@tests': '2', '@failures': '1' })
  expect(testsuite.testcase[0]).toMatchObject({ '@name': 'Asks for <one>', '@classname': 'Weapons & co.current' })
  expect(testsuite.testcase[0].failure['#text']).toContain('+ blocked')
  expect(testsuite.testcase[1]).not.toHaveProperty('failure')
})

test('two configurations are shown side by side, with what differs', async () => {
  const file = await fileOf('good.yaml', suite('blocked'))
  const compared = await fileOf('open.yaml', 'name: open\npolicies: []\n')
  const { code, output } = await run(file, '--compare', compared)
  expect(code).toBe(1)
  expect(output).toContain('turn 1 under open: Do you sell firearms?')
  expect(output).toContain('turn 1 differs in outcome: current: blocked | open: escalated')
  expect(output).toMatch(/scenario\s+current\s+open/)
  expect(output).toMatch(/Asks for <one>\s+passed\s+failed/)
  const { output: json } = await run(file, '--compare', compared, '--json')
  expect(JSON.parse(json)).toMatchObject({
    verdict: 'failed',
    scenarios: [{ configurations: [{ verdict: 'passed' }, { verdict: 'failed' }] }, { verdict: 'passed' }],
  })
})

test('a file that is wrong ends with 2 and names each line, also what only the platform finds', async () => {
  const unknown = await run(await fileOf('unknown.yaml', suite('happy')))
  expect(unknown).toMatchObject({ code: 2, output: '' })
  expect(unknown.errors).toMatch(/unknown\.yaml:11:19: scenarios\.0\.turns\.0\.expect\.outcome: /)

  const useless = await run(await fileOf('useless.yaml', suite('blocked').replace('[firearm]', '["?"]')))
  expect(useless.code).toBe(2)
  expect(useless.errors).toMatch(/useless\.yaml:8:.*phrases\.0: .*never matches/)

  const file = await fileOf('good.yaml', suite('blocked'))
  const compared = await fileOf('wrong.yaml', suite('').split('\n').slice(3, 8).join('\n').replace('firearm', "'!'"))
  const other = await run(file, '--compare', compared)
  expect(other.code).toBe(2)
  expect(other.errors.trim().split('\n')).toEqual([expect.stringMatching(/wrong\.yaml:5:.*: policies\.0\.config/)])
})

test('what can not be read, reached or used ends with 2 and a sentence', async () => {
  const file = await fileOf('good.yaml', suite('blocked'))
  expect(await run(join(dir, 'absent.yaml'))).toMatchObject({
    code: 2,
    errors: expect.stringContaining("can't be read"),
  })
  expect(await run(file, '--base-url', 'http://127.0.0.1:1')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('no Frontdesk answers at http://127.0.0.1:1'),
  })
  expect(await run(file, '--api-key', 'wrong')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('the API key is not valid'),
  })
  expect(await run(file, '--faster')).toMatchObject({ code: 2, errors: expect.stringContaining('--faster') })
})

const databases = ['main.db', 'chunks.db']

/** Rows of every table, by the name of the table. */
function rowsOf(file: string): [string, unknown][] {
  const database = openSqliteReader(file)
  try {
    const tables = database.statement("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
    return tables.map(({ name }) => [name, database.statement(`SELECT * FROM "${name}"`).all()])
  } finally {
    database.close()
  }
}

/**
 * All that is on disk: rows of every table, and files with a hash of their content. Not the bytes of databases: each look at
 * the health of the platform writes to them that they can be written.
 */
async function everythingIn(dataDir: string): Promise<Record<string, unknown>> {
  const rows = databases
    .flatMap((name) => rowsOf(join(dataDir, name)))
    // How many requests a key has left, which every request changes.
    .filter(([name]) => !name.includes('quotas'))
  // What a look at the health writes into the blob store, it takes away a moment later.
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'blobs/.unfinished'))).toEqual([]))
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter(
    (entry) =>
      entry.isFile() &&
      !entry.parentPath.endsWith('.unfinished') &&
      !databases.some((name) => entry.name.startsWith(name)),
  )
  const hashes = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ]
    }),
  )
  return Object.fromEntries([...rows, ...hashes])
}

test('a whole platform has after simulations what it had before: documents, outboxes, events, blobs, chunks', async () => {
  const ask = (path: string, body: object) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    })
  // What every start does by itself: the check of the search index.
  await platform.settle()
  const before = await everythingIn(join(dir, 'data'))
  expect(before.documents_retrieval_index_checks).toMatchObject([{ body: expect.stringContaining('finishedAt') }])
  expect(before).toHaveProperty('postings')
  expect(Object.keys(before).length).toBeGreaterThan(10)
  const file = await fileOf('good.yaml', suite('blocked'))
  expect((await run(file)).code).toBe(0)
  for (let i = 0; i < 5; i++) expect((await ask('/api/simulate', { message: 'Umbrellas?' })).status).toBe(200)
  await platform.settle()
  expect(await everythingIn(join(dir, 'data'))).toEqual(before)
  expect((await ask('/api/chat/message', { message: 'Umbrellas?' })).status).toBe(200)
  expect(await everythingIn(join(dir, 'data'))).not.toEqual(before)
})
