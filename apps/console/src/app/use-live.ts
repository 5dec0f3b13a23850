import { useEffect, useSyncExternalStore } from 'react'
import { type LiveState, liveLog } from './live-log.ts'

/** Follows the tenant's changes while the component is there. */
export function useLiveLog(): LiveState {
  useEffect(() => {
    const controller = new AbortController()
    liveLog.start(controller.signal)
    return () => controller.abort()
  }, [])
  return useLiveState()
}

/** Whether what is on screen follows the server. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(liveLog.subscribeState, () => liveLog.state)
}
