import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestGateway } from '../../testing/start-test-gateway.ts'
import { findConsole } from './console-folder.ts'

const asBrowser = { accept: 'text/html' }

it('if the console is off or not built, its paths get 404 and everything else works', async () => {
  const absent = join(tmpdir(), 'frontdesk-absent-console')
  for (const options of [{ pages: absent }, { env: { CONSOLE: 'off' } }]) {
    const gateway = await startTestGateway(options)
    const get = (url: string) => gateway.ask({ url, key: '', headers: asBrowser })
    for (const url of ['/console', '/console/', '/console/inbox', '/console/assets/a.js']) {
      const reply = await get(url)
      expect(reply.statusCode, url).toBe(404)
      expect(reply.json().code, url).toBe('not_found')
    }
    expect((await get('/')).body).toContain('/docs')
    expect((await gateway.ask({ url: '/' })).json()).not.toHaveProperty('console')
    expect((await gateway.ask({ url: '/api/agents' })).statusCode).toBe(200)
    await gateway.stop()
  }
})

it('a console that is not built is logged in one line; one that is turned off is not', async () => {
  const gateway = await startTestGateway()
  const lines: unknown[] = []
  const log = { ...gateway.context.log, warn: (...line: unknown[]) => lines.push(line) }
  const contextOf = (CONSOLE: string) => ({ config: { CONSOLE }, log }) as unknown as typeof gateway.context
  expect(findConsole(contextOf('on'), '/absent')).toBeUndefined()
  expect(lines).toEqual([[{ folder: '/absent' }, expect.stringContaining('has not been built')]])
  expect(findConsole(contextOf('off'), '/absent')).toBeUndefined()
  expect(lines).toHaveLength(1)
  await gateway.stop()
})
