import { limits } from '@frontdesk/contracts'
import { reportBytes } from './frames.ts'

/** Above this a server waits for its reader, so that one that keeps up is not taken for a slow one. */
const crowdedBytes = limits.streamUnreadBytes / 4
/** A reader that takes nothing for so long is not waited for: what may wait unread is filled up. */
const patienceMs = 250

/** How much of what a stream's server sent its reader has not taken yet. */
export function flowWindow() {
  let sent = 0
  let taken = 0
  let movedAt = performance.now()
  let wake: (() => void) | undefined

  return {
    /** The reader's count of bytes; what makes no sense is not believed. */
    taken(bytes: number) {
      if (!(bytes > taken && bytes <= sent)) return
      taken = bytes
      movedAt = performance.now()
      wake?.()
    },
    /** Ends a wait: the stream is over. */
    release() {
      taken = sent
      wake?.()
    },
    /** Resolves when a part may be sent: false when too much waits unread. One part is always taken by a reader that has none. */
    async room(bytes: number): Promise<boolean> {
      for (;;) {
        const unread = sent - taken
        if (unread <= reportBytes) movedAt = performance.now()
        if (unread <= reportBytes || unread + bytes <= crowdedBytes) break
        const patience = patienceMs - (performance.now() - movedAt)
        if (patience <= 0) {
          if (unread + bytes > limits.streamUnreadBytes) return false
          break
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patience)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      sent += bytes
      return true
    },
  }
}
