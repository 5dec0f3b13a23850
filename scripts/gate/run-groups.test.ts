import { afterEach, expect, test, vi } from 'vitest'
import { group, usePlantedTests, usual } from './planted-tests.ts'
import { costOf, runGroups } from './run-groups.ts'

const { planted } = usePlantedTests()
afterEach(() => void vi.unstubAllEnvs())

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

test('what the platform logged of a request is shown with the failure that names it', async () => {
  const request = 'req_0123456789abcdef0123456789abcdef'
  const root = planted({
    refused: `import { appendFileSync } from 'node:fs'
      test('adds a source', () => {
        appendFileSync(process.env.PROCESS_LOG, 'gateway (1): another request\\ningest (2): ${request} no room\\n')
        expect({ status: 503, requestId: '${request}' }, '${request}').toMatchObject({ status: 202 })
      })`,
  })
  const lines: string[] = []
  vi.stubEnv('PROCESS_LOG', undefined)
  const totals = await runGroups(root, [group], 120, (line) => lines.push(line), usual)
  expect(totals.failed).toBe(1)
  expect(lines.filter((line) => line.startsWith('logged'))).toEqual([`logged: ingest (2): ${request} no room`])
}, 120_000)
