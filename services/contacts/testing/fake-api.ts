import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: any
}
export type FakeReply = { status: number; body: unknown; headers?: Record<string, string> }

/** A JSON API on loopback. `fail` makes the next requests end otherwise: a status, or a broken connection. For tests. */
export async function startFakeApi(answer: (request: FakeRequest) => FakeReply) {
  const requests: FakeRequest[] = []
  const failures: ((reply: () => FakeReply) => FakeReply | 'break')[] = []
  /** Set by tests: when a reply, whose work was done, may leave. */
  let gate: ((request: FakeRequest) => Promise<unknown> | undefined) | undefined
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url!, 'http://fake')
    const asked: FakeRequest = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body: text === '' ? undefined : JSON.parse(text),
    }
    requests.push(asked)
    const failure = failures.shift()
    const reply = failure ? failure(() => answer(asked)) : answer(asked)
    const said = reply === 'break' ? '' : JSON.stringify(reply.body)
    await gate?.(asked)
    if (reply === 'break') return void request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(said)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** The next requests, in order, end so; `break` after the work was done leaves its caller without a reply. */
    fail(...next: (FakeReply | 'break' | 'break after')[]) {
      for (const each of next) {
        failures.push((work) => {
          if (each === 'break after') work()
          return each === 'break' || each === 'break after' ? 'break' : each
        })
      }
    },
    /** Replies wait for what this answers; the work is done by then. Undefined: they don't any more. */
    holdReplies(hold: typeof gate) {
      gate = hold
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
