import { expect, test } from 'vitest'
import { notBuilt } from '../browser/built-console.ts'
import { expectConsole } from '../outside/expect-console.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

test('every gateway serves the console, and its paths do not hide those of the API', async (context) => {
  if (notBuilt) context.skip(notBuilt)
  // Several times, because each request may go to another gateway.
  for (let i = 0; i < 4; i++) await expectConsole(platform.baseUrl)
  for (const path of ['/api/absent', '/console/api/agents']) {
    const reply = await fetch(`${platform.baseUrl}${path}`)
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('content-type'), path).toMatch(/^application\/problem\+json/)
  }
  expect((await platform.api.get('/api/agents')).status).toBe(200)
})
