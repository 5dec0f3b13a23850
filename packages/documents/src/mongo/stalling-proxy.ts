import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Names of commands that write, as they stand in the bytes of a request. */
const writes = ['insert', 'update', 'findAndModify', 'delete'].map((name) => Buffer.from(`\0\x02${name}\0`, 'latin1'))

/** What stands still: nothing, requests that write (pings are answered), or every byte. */
export type Stall = 'nothing' | 'writes' | 'everything'

export type StallingProxy = {
  /** The URL of the server, by way of this proxy. */
  url: string
  /** Bytes that stood still go on in their order once they may. */
  stall(what: Stall): void
  /** Ends every connection, as a server does that is killed; new ones are taken. */
  endAll(): void
  close(): Promise<void>
}

/** For tests: a way to MongoDB on which requests come to a standstill, as before a disk that hangs, or is cut. */
export async function startStallingProxy(serverUrl: string): Promise<StallingProxy> {
  const target = new URL(serverUrl)
  const open = new Set<Socket>()
  const clients = new Set<Socket>()
  const held: (() => void)[] = []
  let stalled: Stall = 'nothing'

  const standsStill = (bytes: Buffer): boolean =>
    stalled === 'everything' || (stalled === 'writes' && writes.some((name) => bytes.includes(name)))

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isHeld = false
    clients.add(client)
    client.on('close', () => clients.delete(client))
    const end = () => {
      for (const each of [client, upstream]) {
        open.delete(each)
        each.destroy()
      }
    }
    for (const each of [client, upstream]) {
      open.add(each)
      each.on('error', end).on('close', end)
    }
    const forward = (bytes: Buffer) => {
      if (!isHeld && !standsStill(bytes)) return void upstream.write(bytes)
      isHeld = true
      held.push(() => {
        isHeld = false
        if (!upstream.destroyed) upstream.write(bytes)
      })
    }
    client.on('data', forward)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    stall(what) {
      stalled = what
      for (const goOn of held.splice(0)) goOn()
    },
    endAll() {
      for (const client of clients) client.end()
    },
    async close() {
      for (const each of open) each.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
