import { connect, type Socket } from 'node:net'
import { checkedAddresses, checkMailServer, type Resolver } from './check-target.ts'
import type { Range } from './classify-address.ts'
import { pinnedTo } from './request-once.ts'

/**
 * A connected socket to a mail server; it leads to an address that was checked and to no other. Throws `address_refused`
 * before any socket is opened, what the connection threw, and the signal's reason.
 */
export async function connectToMailServer(
  server: { host: string; port: number; signal: AbortSignal },
  allow: Range[],
  resolve: Resolver,
): Promise<Socket> {
  const { signal } = server
  const target = checkMailServer(server.host, server.port, allow)
  const addresses = await checkedAddresses(target, allow, resolve)
  signal.throwIfAborted()
  const { promise, resolve: connected, reject } = Promise.withResolvers<void>()
  const socket = connect({ host: target.host, port: target.port, lookup: pinnedTo(addresses) })
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  socket.once('connect', connected)
  socket.once('error', reject)
  try {
    await promise
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    socket.off('connect', connected)
    socket.off('error', reject)
  }
}
