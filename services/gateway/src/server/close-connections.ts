import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches a server's connections, and answers a function to call when the server closes: it ends those that never carried
 * a request, and any that still come, and each other one after the reply that is in hand. Node waits for all of them.
 * Browsers and HTTP clients open connections ahead of time, which Node does not count as idle and would keep until
 * `headersTimeout`; one that answers while the server closes it would keep until `keepAliveTimeout`: a minute each.
 */
export function watchConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket) => {
    if (isClosing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    response.once('finish', () => {
      if (isClosing) socket.end()
    })
  })
  return () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  }
}
