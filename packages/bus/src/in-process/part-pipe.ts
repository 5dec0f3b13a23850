import { limits } from '@frontdesk/contracts'

/** Above this the writer lets the event loop turn, so that a reader that keeps up is not taken for a slow one. */
const breatheBytes = limits.streamUnreadBytes / 4

/** Parts on their way from the server of a stream to its one reader. */
export function partPipe(capacityBytes: number = limits.streamUnreadBytes) {
  const parts: Uint8Array[] = []
  let unreadBytes = 0
  let end: { error?: unknown } | undefined
  let wake: (() => void) | undefined

  function finish(how: { error?: unknown }) {
    end ??= how
    wake?.()
  }

  return {
    /** False when too much waits unread; the part is not taken then. Any one part is taken by an empty pipe. */
    push(part: Uint8Array): boolean {
      if (parts.length > 0 && unreadBytes + part.length > capacityBytes) return false
      parts.push(part)
      unreadBytes += part.length
      wake?.()
      return true
    },
    get isCrowded() {
      return unreadBytes > breatheBytes
    },
    /** No more parts. The reader still gets those before it. */
    end() {
      finish({})
    },
    fail(error: unknown) {
      finish({ error })
    },
    /** The reader is gone, or is to be told at once: what waits is dropped. */
    breakOff(error: unknown) {
      parts.length = 0
      unreadBytes = 0
      end = { error }
      wake?.()
    },
    /** The next part, undefined at the end. Throws what the pipe failed with. */
    async take(): Promise<Uint8Array | undefined> {
      while (parts.length === 0 && !end) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
      const part = parts.shift()
      if (part) {
        unreadBytes -= part.length
        return part
      }
      if ('error' in end!) throw end!.error
      return undefined
    },
  }
}

export type PartPipe = ReturnType<typeof partPipe>
