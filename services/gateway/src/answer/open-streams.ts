import type { OpenStream } from './server-sent-events.ts'

/** The streams that clients read from this server. */
export type OpenStreams = {
  add(stream: OpenStream): void
  delete(stream: OpenStream): void
  /** Ends them all, and each that still begins: requests in hand are answered before the server closes. */
  stop(): void
}

export function openStreamsOfServer(): OpenStreams {
  const open = new Set<OpenStream>()
  let isStopping = false
  return {
    add(stream) {
      open.add(stream)
      if (isStopping) stream.stop()
    },
    delete: (stream) => void open.delete(stream),
    stop() {
      isStopping = true
      for (const stream of open) stream.stop()
    },
  }
}
