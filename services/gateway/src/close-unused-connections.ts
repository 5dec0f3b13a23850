import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches a server for connections that never carried a request, and answers a function that ends them, and any that
 * still come. Browsers and HTTP
 * clients open such connections ahead of time; Node does not count them as idle, so a server that closes would wait for
 * them until `headersTimeout`, a minute.
 */
export function watchUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket) => {
    if (isClosing) return socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  }
}
