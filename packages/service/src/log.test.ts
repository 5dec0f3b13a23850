import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const log = fileURLToPath(new URL('./log.ts', import.meta.url))

it('a line has each field once, and what it says itself counts', () => {
  const script = `import { openLog } from ${JSON.stringify(log)}
    openLog({ terminal: false }).child({ service: 'gateway', traceId: 'a' }).child({ traceId: 'b' }).info({ traceId: 'c' }, 'answered')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout.match(/"traceId"/g)).toHaveLength(1)
  expect(JSON.parse(stdout)).toMatchObject({ service: 'gateway', traceId: 'c', message: 'answered' })
})
