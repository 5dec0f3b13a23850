import type { OpenStream } from './server-sent-events.ts'

/** The streams that clients read from this server. */
export type OpenStreams = {
  /** `endless`: it would never end by itself, and its reader misses nothing by coming back. */
  add(stream: OpenStream, kind: { endless: boolean }): void
  delete(stream: OpenStream): void
  /**
   * The server closes. Readers of endless streams are told to come back at once; answers may run out, for up to `graceMs`,
   * because a plain reader of events does not come back for the rest.
   */
  stop(graceMs: number): void
}

export function openStreamsOfServer(): OpenStreams {
  const open = new Map<OpenStream, { endless: boolean }>()
  let isStopping = false
  let isOver = false
  return {
    add(stream, kind) {
      open.set(stream, kind)
      if (isOver || (isStopping && kind.endless)) stream.stop()
    },
    delete: (stream) => void open.delete(stream),
    stop(graceMs) {
      isStopping = true
      for (const [stream, { endless }] of open) if (endless) stream.stop()
      const end = () => {
        isOver = true
        for (const stream of open.keys()) stream.stop()
      }
      setTimeout(end, graceMs).unref()
    },
  }
}
