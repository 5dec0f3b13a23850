import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

const module = JSON.stringify(new URL('./end-process.ts', import.meta.url).href)

/** Runs a script with Node: its exit code, and what it printed. */
const run = (script: string) =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, NODE_OPTIONS: '' } }
    const child = execFile(process.execPath, ['--input-type=module', '--eval', script], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

it.each([
  ['endProcess(3)', 3],
  ['process.exitCode = 4; endProcess()', 4],
  ['endProcess()', 0],
])('%s ends a process that would go on, after its listeners, with that code', async (call, code) => {
  const script = `import { endProcess } from ${module}
    setInterval(() => {}, 1_000)
    process.on('exit', (code) => console.log('ends with', code))
    ${call}`
  expect(await run(script)).toEqual({ code, stdout: `ends with ${code}\n`, stderr: '' })
})
