import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  baseUrl: string
  /** Connections that were cut so far. */
  cuts: number
  /** After how many bytes of replies each of the next connections is cut; later ones are not. */
  cutNext(...bytes: number[]): void
  /** Cuts everything that is open. */
  cutAll(): void
  close(): Promise<void>
}

/** A way to a platform that breaks connections in the middle of replies, as networks do. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const budgets: number[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let left = budgets.shift() ?? Number.POSITIVE_INFINITY
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
    client.pipe(upstream)
    upstream.on('data', (data: Buffer) => {
      if (data.length < left) client.write(data)
      else {
        proxy.cuts++
        upstream.pause()
        client.write(data.subarray(0, left), end)
      }
      left -= data.length
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cutAll = () => {
    for (const each of open) each.destroy()
  }
  const proxy: CuttingProxy = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    cutNext: (...bytes) => void budgets.push(...bytes),
    cutAll,
    async close() {
      cutAll()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
  return proxy
}
