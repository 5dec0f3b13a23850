import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const log = fileURLToPath(new URL('./log.ts', import.meta.url))

/** What a process writes whose log is `log`. */
function written(statement: string): string {
  const script = `import { openLog } from ${JSON.stringify(log)}; const log = openLog({ terminal: false }); ${statement}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout
}

it('a line has each field once, and what it says itself counts', () => {
  const line = written(
    "log.child({ service: 'gateway', traceId: 'a' }).child({ traceId: 'b' }).info({ traceId: 'c' }, 'answered')",
  )
  expect(line.match(/"traceId"/g)).toHaveLength(1)
  expect(JSON.parse(line)).toMatchObject({ service: 'gateway', traceId: 'c', message: 'answered' })
})

it('an error is a type, a message and a stack, whatever else is in its class', () => {
  const lines = written(
    "log.warn({ err: AbortSignal.abort().reason }, 'one'); log.warn({ err: new TypeError('no') }, 'two')",
  )
  const [aborted, wrong] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).err)
  expect(aborted).toEqual({ type: 'AbortError', message: 'This operation was aborted', stack: expect.any(String) })
  expect(wrong).toEqual({ type: 'TypeError', message: 'no', stack: expect.any(String) })
})
