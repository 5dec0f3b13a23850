import { ServiceError } from '@frontdesk/contracts'
import type { Bus, Stop } from './port.ts'

/**
 * A bus that can be closed: from then on its calls throw `unavailable`. Stops that nobody called are called first, then the
 * `close` of the bus itself.
 */
export function closable(bus: Bus): Bus {
  const stops = new Set<Stop>()
  let isOpen = true

  function whileOpen(): Bus {
    if (!isOpen) throw new ServiceError('unavailable', { detail: 'The bus is closed.' })
    return bus
  }

  /** A stop that can be called twice, and that `close` calls for those who did not. */
  function remember(stop: Stop): Stop {
    let stopped: Promise<void> | undefined
    const once: Stop = () => {
      stopped ??= stop().finally(() => stops.delete(once))
      return stopped
    }
    stops.add(once)
    return once
  }

  return {
    ...bus,
    publish: async (...given) => whileOpen().publish(...given),
    consume: async (...given) => remember(await whileOpen().consume(...given)),
    request: async (...given) => whileOpen().request(...given),
    respond: async (...given) => remember(await whileOpen().respond(...given)),
    openStream: (...given) => whileOpen().openStream(...given),
    serveStream: async (...given) => remember(await whileOpen().serveStream(...given)),
    lag: async () => whileOpen().lag(),
    outstanding: async () => whileOpen().outstanding(),
    restore: async (...given) => whileOpen().restore(...given),
    check: async () => whileOpen().check(),
    eraseTenant: async (tenant) => whileOpen().eraseTenant(tenant),
    prune: async (olderThanMs) => whileOpen().prune(olderThanMs),
    async close() {
      isOpen = false
      await Promise.all([...stops].map((stop) => stop()))
      await bus.close()
    },
  }
}
