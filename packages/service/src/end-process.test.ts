import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const module = JSON.stringify(new URL('./end-process.ts', import.meta.url).href)

type End = { code: number | null; stdout: string; stderr: string }

/** Runs a script with Node that would go on for ever: its exit code, and what it printed. */
const run = (script: string) =>
  new Promise<End>((resolve) => {
    const whole = `import { endProcess } from ${module}
      setInterval(() => {}, 1_000)
      process.on('exit', (code) => console.log('ends with', code))
      ${script}`
    const options = { env: { ...process.env, NODE_OPTIONS: '' }, timeout: 10_000 }
    const args = ['--input-type=module', '--eval', whole]
    const child = execFile(process.execPath, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

const define = (name: string, value: string) => `Object.defineProperty(process, '${name}', { value: '${value}' })`

it.each([
  ['endProcess(3)', 3],
  ['process.exitCode = 4; endProcess()', 4],
  ['endProcess()', 0],
])('%s ends a process that would go on, after its listeners, with that code', async (call, code) => {
  expect(await run(call)).toEqual({ code, stdout: `ends with ${code}\n`, stderr: '' })
})

it.each([
  ['Windows, where no process becomes another', define('platform', 'win32')],
  ['a Node that was removed', define('execPath', '/nonexistent/node')],
  ['a Node that may not be executed', define('execPath', fileURLToPath(new URL('../package.json', import.meta.url)))],
])('ends with its code on %s', async (_, prepare) => {
  expect(await run(`${prepare}; endProcess(3)`)).toEqual({ code: 3, stdout: 'ends with 3\n', stderr: '' })
})

it('a listener that throws is told, and ends it with 1', async () => {
  const end = await run("process.on('exit', () => { throw new Error('no disk') }); endProcess()")
  expect(end).toMatchObject({ code: 1, stdout: 'ends with 0\n', stderr: expect.stringContaining('no disk') })
})
