import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the benchmark asks of the process that subscribes. */
export type Asked = 'read' | 'clear'
/** What arrived, by the path it was sent to. `latencies` are ms since the time that an event's message names. */
export type Arrived = Record<string, { requests: number; events: number; latencies: number[] }>

const seen = new Map<string, { requests: number; ids: Set<string>; latencies: number[] }>()

async function note(request: IncomingMessage): Promise<void> {
  const at = performance.timeOrigin + performance.now()
  const path = request.url ?? ''
  const known = seen.get(path) ?? { requests: 0, ids: new Set(), latencies: [] }
  seen.set(path, known)
  known.requests++
  known.ids.add(String(request.headers['webhook-id']))
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  if (path.startsWith('/timed')) {
    const { data } = JSON.parse(Buffer.concat(parts).toString('utf8'))
    known.latencies.push(at - Number(data.message.content))
  }
}

/** `/hanging` never answers, `/failing` answers 500, everything else takes what comes. */
const server = createServer(async (request, response) => {
  await note(request)
  if (request.url === '/hanging') return
  response.writeHead(request.url === '/failing' ? 500 : 204).end()
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('message', (asked: Asked) => {
  if (asked === 'clear') seen.clear()
  const arrived: Arrived = Object.fromEntries(
    [...seen].map(([path, { requests, ids, latencies }]) => [path, { requests, events: ids.size, latencies }]),
  )
  process.send?.({ arrived })
})
process.once('disconnect', () => process.exit())
