import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Ends at a moment at which much is being compiled, in a heap that is nearly full. */
const leaving = `
import { getHeapStatistics } from 'node:v8'
import { endProcess } from ${JSON.stringify(new URL('./end-process.ts', import.meta.url).href)}
const statements = (n) => Array.from({ length: 60 }, (_, k) =>
  's = (s + ' + (k + n) + ') | 0; o.z' + (k % 5) + ' = s; if (s > ' + k * 1000 + ') s -= o.z' + ((k + 1) % 5) + ' | 0;').join(' ')
const make = (n) => new Function('a',
  'let s = 0; const o = { x' + n + ': a, y: [a, a + 1] }; for (let i = 0; i < 40; i++) { s += o.x' + n + ' * i + o.y[i & 1]; ' + statements(n) + ' } return s')
const all = Array.from({ length: 300 }, (_, n) => make(n))
const kept = []
while (getHeapStatistics().used_heap_size < 20e6) kept.push(new Array(5000).fill(1.5))
const rounds = 20 + Math.floor(Math.random() * 60)
for (let round = 0; round < rounds; round++) for (const each of all) each(round)
endProcess(0)
`
const times = 60
const atOnce = 3
/** Each takes half a second of a processor. */
const hangsAfterMs = 20_000

test('a process ends, whatever is being compiled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-end-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'leaving.mjs')
  await writeFile(file, leaving)
  let begun = 0
  const codes: (number | string)[] = []
  async function lane() {
    while (begun < times) {
      begun++
      const child = spawn(process.execPath, ['--max-old-space-size=33', file], { stdio: 'ignore' })
      const timer = setTimeout(() => child.kill('SIGKILL'), hangsAfterMs)
      const [code, signal] = await once(child, 'exit')
      clearTimeout(timer)
      codes.push(code ?? signal)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  expect(codes).toEqual(Array.from({ length: codes.length }, () => 0))
  expect(codes.length).toBeGreaterThanOrEqual(times)
}, 240_000)
