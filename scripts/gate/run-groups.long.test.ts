import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { group, usePlantedTests, usual } from './planted-tests.ts'
import { runGroups } from './run-groups.ts'

const { planted } = usePlantedTests()
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

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

test('a command whose time was up is not run again', async () => {
  const lines: string[] = []
  const command = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)']
  const slow = { ...group, name: 'slow', limitSeconds: 2, command }
  const totals = await runGroups(planted({}), [slow], 60, (line) => lines.push(line), usual)
  expect(totals.failures[0]).toBe('slow was not through after 2.0 s and was ended')
  expect(lines.filter((line) => line.startsWith('run again'))).toEqual([])
}, 60_000)
