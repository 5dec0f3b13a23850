import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a fake provider sees it. */
export type Received = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What a fake answers: a reply, silence (`hang`), or a closed connection after the request was read (`drop`). */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'drop'

/** A small server on loopback that remembers what it was asked. */
export type Loopback = { url: string; received: Received[]; close(): Promise<void> }

const bodyOf = (body: unknown): string | Buffer =>
  Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)

/** Starts a server that answers each request as the function says. */
export async function startLoopback(answer: (request: Received) => Answer | Promise<Answer>): Promise<Loopback> {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake')
    const request: Received = {
      method: incoming.method ?? '',
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: incoming.headers,
      body: Buffer.concat(parts),
    }
    received.push(request)
    const given = await answer(request)
    if (given === 'hang') return
    if (given === 'drop') return void incoming.socket.destroy()
    response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
    response.end(given.body === undefined ? undefined : bodyOf(given.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
