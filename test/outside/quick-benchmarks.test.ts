import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const names = readdirSync(join(root, 'test/bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))

/** What they measure is not looked at: the machine is busy with other tests. */
test('every benchmark runs to its end on little data, and stands in the closing table', {
  timeout: 1_200_000,
}, async () => {
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = execFile(process.execPath, ['scripts/bench.ts', '--quick'], { cwd: root, maxBuffer: 64 * 2 ** 20 })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (output += text))
    child.on('close', (code) => resolve({ code, output }))
  })
  const table = output.slice(output.lastIndexOf('All figures'))
  // What a benchmark lacked here is in it.
  console.log(table)
  expect(code, output.slice(-20_000)).toBe(0)
  expect(table).toMatch(/\d+ benchmarks ran.*, 0 failed;/)
  for (const name of names) expect(table).toMatch(new RegExp(`'${name}'`))
})
