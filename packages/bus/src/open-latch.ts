import { ServiceError } from '@frontdesk/contracts'
import type { Stop } from './port.ts'

/** What a bus has under way until it is closed. */
export function openLatch() {
  const stops = new Set<Stop>()
  let isOpen = true

  return {
    assertOpen() {
      if (!isOpen) throw new ServiceError('unavailable', { detail: 'The bus is closed.' })
    },

    /** A stop that can be called twice, and that `close` calls for those who did not. */
    remember(stop: Stop): Stop {
      let stopped: Promise<void> | undefined
      const once: Stop = () => {
        stopped ??= stop().finally(() => stops.delete(once))
        return stopped
      }
      stops.add(once)
      return once
    },

    async close() {
      isOpen = false
      await Promise.all([...stops].map((stop) => stop()))
    },
  }
}
