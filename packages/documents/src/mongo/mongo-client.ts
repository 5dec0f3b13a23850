import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { MongoClient, type MongoClientOptions, MongoError, MongoNetworkError } from 'mongodb'

type Connection = { id: number | string; address: string; socket: Socket; onError(error: Error): void }
type Write = (this: Connection, ...command: unknown[]) => Promise<void>

/** The driver's own class, which it does not export: therefore its version is fixed in package.json. */
const { prototype } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js').Connection as {
  prototype: { writeCommand: Write }
}

/**
 * Makes what the driver writes to a connection that has ended fail at once, as a network error, after which it reads again
 * by itself. The driver (7.8.0) waits for such a socket to drain, and watches only for its errors: in the moment between
 * the end of a connection and its `close`, a command waited for ever and kept its place in the pool, or failed with what
 * Node says of sockets, which nobody takes for an outage. If it was a heartbeat, the process never found the server again.
 */
function endHangingWrites(): void {
  const { writeCommand } = prototype
  if (writeCommand.name === 'writeOrFail') return
  prototype.writeCommand = async function writeOrFail(...command) {
    const { socket } = this
    const ended = (cause?: unknown) => {
      const why = cause instanceof Error ? { cause } : undefined
      const error = new MongoNetworkError(`connection ${this.id} to ${this.address} closed`, why)
      this.onError(error)
      return error
    }
    if (!socket.writable || socket.readableEnded) throw ended()
    const { promise: closed, reject } = Promise.withResolvers<never>()
    const close = () => reject(ended())
    socket.once('close', close)
    try {
      await Promise.race([writeCommand.apply(this, command), closed])
    } catch (error) {
      throw error instanceof MongoError ? error : ended(error)
    } finally {
      socket.off('close', close)
    }
  }
}

/** A client of the driver, whose commands end when their connection does. */
export function mongoClient(url: string, options: MongoClientOptions): MongoClient {
  endHangingWrites()
  return new MongoClient(url, options)
}
