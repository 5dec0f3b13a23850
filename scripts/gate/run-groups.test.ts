import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { costOf, runGroups } from './run-groups.ts'

/** Where vitest is found and what follows is seen by no other tool: `.tools` is not tracked. */
const parent = fileURLToPath(new URL('../../.tools/', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder with these test files, which is one project of vitest. */
function planted(files: Record<string, string>): string {
  mkdirSync(parent, { recursive: true })
  const root = mkdtempSync(join(parent, 'planted-'))
  folders.push(root)
  const config = "{ test: { name: 'planted', include: ['*.test.mjs'], pool: 'forks', isolate: false } }"
  writeFileSync(join(root, 'vitest.config.mjs'), `export default { test: { projects: [${config}] } }`)
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(root, `${name}.test.mjs`), `import { expect, test } from 'vitest'\n${text}`)
  return root
}

const group = { name: 'some', project: 'planted', limitSeconds: 60, isSilent: true }
/** A machine that is neither slower nor quicker. */
const usual = async () => 1
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

test('a failure, chance, a broken file and a stray rejection are told apart, counted and named', async () => {
  const root = planted({
    fine: `import { describe } from 'vitest'
      test('is fine', () => {}); test('is left out', (ctx) => ctx.skip('no moon')); test.skip('is left alone', () => {})
      describe.skip('needs the sun', () => { describe('at noon', () => { test('shines', () => {}); test('warms', () => {}) }) })`,
    wrong: "test('adds', () => expect(1 + 1).toBe(3)); test('is fine beside it', () => {})",
    once: `import { existsSync, writeFileSync } from 'node:fs'
      test('comes true', () => {
        const isSecond = existsSync('seen'); writeFileSync('seen', '')
        expect(isSecond).toBe(true)
      })`,
    unloadable: "import './absent.mjs'\ntest('never runs', () => {})",
    stray:
      "test('leaves a promise behind', async () => { Promise.reject(new Error('nobody cares')); await new Promise((r) => setTimeout(r, 50)) })",
    setup:
      "import { beforeAll } from 'vitest'\nbeforeAll(() => { throw new Error('no platform') })\ntest('can not begin', () => {})",
  })
  const lines: string[] = []
  const totals = await runGroups(root, [group], 120, (line) => lines.push(line), usual)
  expect(totals.failures.toSorted()).toEqual([
    expect.stringMatching(/^setup\.test\.mjs > \(around its tests\) Error: no platform/),
    expect.stringMatching(/^stray\.test\.mjs > \(around its tests\) outside of a test: Error: nobody cares/),
    expect.stringMatching(/^unloadable\.test\.mjs > \(around its tests\) .*absent\.mjs/),
    'wrong.test.mjs > adds',
  ])
  // A line for a suite that is left out as a whole, however many tests are in it.
  const skips = new Map([
    ['no moon', 1],
    ['fine.test.mjs > is left alone', 1],
    ['fine.test.mjs > needs the sun', 2],
  ])
  expect(totals.unsteady).toEqual(['once.test.mjs > comes true'])
  expect(totals).toMatchObject({ failed: 4, skips })
  expect(lines.filter((line) => line.startsWith('run again'))).toHaveLength(5)
  expect(costOf(totals.results).join('\n')).toMatch(/some \(6 files, \d+ tests\)[\s\S]*once\.test\.mjs/)
}, 120_000)

test('a group that hangs is ended at its limit, with what it started, and what was running is named', async () => {
  const root = planted({
    hang: `import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      test('turns for ever', () => {
        writeFileSync('pids', [process.pid, spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid].join(' '))
        while (true) {}
      })`,
  })
  const totals = await runGroups(
    root,
    [
      { ...group, limitSeconds: 10 },
      { ...group, name: 'next' },
    ],
    10,
    () => {},
    usual,
  )
  expect(totals.failures[0]).toBe('some was not through after 10.0 s and was ended; running were: hang.test.mjs')
  expect(totals.failures[1]).toMatch(/^next was not through after 1\.0 s/)
  const pids = readFileSync(join(root, 'pids'), 'utf8').split(' ').map(Number)
  expect(pids).toHaveLength(2)
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]))
}, 120_000)

test('a command is one test, and an open-ended group is no failure when its time is up', async () => {
  const root = planted({
    long: "test('takes long', async () => { await new Promise((r) => setTimeout(r, 60_000)) }, 90_000)",
  })
  const command = (code: number) => [process.execPath, '-e', `process.exit(${code})`]
  const groups = [
    { ...group, name: 'good', limitSeconds: 40, command: command(0) },
    { ...group, name: 'bad', limitSeconds: 40, command: command(3) },
    { ...group, name: 'long', isOpenEnded: true, limitSeconds: 6 },
  ]
  const lines: string[] = []
  const measured = [1.5, 1, 2]
  const totals = await runGroups(
    root,
    groups,
    100,
    (line) => lines.push(line),
    async () => measured.shift()!,
  )
  expect(totals).toMatchObject({ passed: 1, failed: 1, unsteady: [], slowness: 1.5 })
  // A slower machine has so much more time, but for what goes on until its time is up.
  const limits = lines.filter((line) => line.includes('at most')).map((line) => line.split(', ')[0])
  expect(limits).toEqual(['good: at most 60.0 s', 'bad: at most 60.0 s', 'long: at most 6.0 s'])
  expect(totals.failures[0]).toMatch(/process\.exit\(3\) > ends with 0$/)
}, 120_000)
