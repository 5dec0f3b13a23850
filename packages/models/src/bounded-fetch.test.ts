import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const fetch = boundedFetch(1_000, 1_000)
const question = {
  method: 'POST',
  headers: { authorization: 'Bearer k', 'api-key': 'k' },
  body: 'what customers wrote',
}

it.each([301, 302, 303, 307, 308])('a redirect (%d) to another origin is not followed', async (status) => {
  const heard: string[] = []
  const other = await serve((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end()
  })
  const url = await serve((_, response) => {
    response.writeHead(status, { location: `${other}/steal` }).end()
  })
  const reply = await fetch(url, question)
  expect([reply.status, reply.ok]).toEqual([status, false])
  expect(heard).toEqual([])
})

it.each([307, 308])('a redirect (%d) on the same origin asks there with the same request', async (status) => {
  const url = await serve(async (request, response) => {
    if (request.url === '/v1') return void response.writeHead(status, { location: '/v1/' }).end()
    response.end(`${request.headers.authorization} ${await new Response(request).text()}`)
  })
  expect(await (await fetch(`${url}/v1`, question)).text()).toBe('Bearer k what customers wrote')
})

it('redirects without end are the reply in the end', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked++
    response.writeHead(307, { location: '/' }).end()
  })
  expect((await fetch(url, question)).status).toBe(307)
  expect(asked).toBe(4)
})
