import type { Schemas } from '@frontdesk/client'
import { liveLog } from './live-log.ts'

/**
 * Runs `read` some time after a change that is wanted, once for all that come until then. Returns what ends it: the cleanup of
 * an effect.
 */
export function afterChanges(
  isWanted: (change: Schemas['Change']) => boolean,
  waitMs: number,
  read: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = liveLog.onChange((change) => {
    if (!isWanted(change)) return
    timer ??= setTimeout(() => {
      timer = undefined
      read()
    }, waitMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
