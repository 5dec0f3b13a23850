import { certificateFaultOf, ServiceError } from '@frontdesk/contracts'
import { Gauge, type Registry } from 'prom-client'
import type { UnavailableServices } from './deliver.ts'
import type { Log } from './log.ts'
import type { Health, OpenPorts, PartHealth } from './ports.ts'
import { unavailableServices } from './unavailable-services.ts'

/** A check writes and syncs, which takes a busy disk a while. */
const checkLimitMs = 2_000
/** Probes that come together, or one after the other, share one check: none writes more often than once a second. */
const knownForMs = 1_000
/** How often a process looks by itself, so that its log tells when a part goes and comes back. */
const pollIntervalMs = 5_000

/** Checks one part. A check that hangs is not begun again beside itself. */
function partCheck(part: string, check: () => Promise<void>): () => Promise<PartHealth> {
  let inHand: Promise<void> | undefined

  function begin(): Promise<void> {
    inHand ??= Promise.resolve()
      .then(check)
      .finally(() => {
        inHand = undefined
      })
    return inHand
  }

  return async () => {
    const started = performance.now()
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${checkLimitMs} ms`)), checkLimitMs)
    })
    const durationMs = () => Math.round(performance.now() - started)
    try {
      await Promise.race([begin(), tooLong])
      return { part, ok: true, durationMs: durationMs() }
    } catch (error) {
      const storage = error instanceof ServiceError ? error.storage : undefined
      const message = error instanceof Error ? error.message : String(error)
      const detail = [message, certificateFaultOf(error)].filter(Boolean).join(' ')
      return { part, ok: false, detail, ...(storage && { storage }), durationMs: durationMs() }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The health of a process, and what only the process itself does with it. */
export type WatchedHealth = Health & { partsAway: UnavailableServices; stop(): void }

/**
 * Health of a process: every backend it uses, and whether it is stopping. Looks at the stores by itself too, until it is
 * stopped, and logs each part that can't work any more, and when it can again.
 */
export function makeHealth(
  ports: OpenPorts,
  state: {
    registry: Registry
    services: string[]
    stopping: () => boolean
    log: Log
    releasePort?: (() => Promise<void>) | undefined
  },
): WatchedHealth {
  const { bus, documents, blobs, chunkIndex, models } = ports
  const checks = Object.entries({ bus, documents, blobs, chunkIndex, models })
    // A service under test may run without what it does not use.
    .filter(([, port]) => port !== undefined)
    .map(([name, port]) => ({ name, check: partCheck(name, () => port.check()) }))
  // The endpoint of a model is somebody else's: it is asked when somebody wants to know.
  const stores = checks.filter(({ name }) => name !== 'models')
  /** When each part was last seen unable to work. */
  const awayAt = new Map<string, number>()
  const told = new Set<string>()
  const notes = new Map<string, string>()
  let known: { at: number; parts: Promise<PartHealth[]> } | undefined

  async function look(among = checks): Promise<PartHealth[]> {
    const parts = await Promise.all(among.map(({ check }) => check()))
    for (const { part, ok, detail } of parts) {
      if (!ok) awayAt.set(part, performance.now())
      if (!ok && !told.has(part)) {
        told.add(part)
        state.log.warn({ part, detail }, `${part} can not work: ${detail}`)
      } else if (ok && told.delete(part)) state.log.warn({ part }, `${part} can work again`)
    }
    return parts
  }

  function partsNow(): Promise<PartHealth[]> {
    if (!known || performance.now() - known.at >= knownForMs) known = { at: performance.now(), parts: look() }
    return known.parts
  }

  new Gauge({
    name: 'frontdesk_part_ready',
    help: 'Whether a store or the bus could work when this process last looked, at most 5 s ago: 1, otherwise 0',
    labelNames: ['part'] as const,
    registers: [state.registry],
    collect() {
      for (const { name } of stores) this.set({ part: name }, told.has(name) ? 0 : 1)
    },
  })

  const looking = setInterval(() => void look(stores), pollIntervalMs)
  looking.unref()
  void look(stores)

  return {
    async check() {
      const parts = await partsNow()
      const noted = parts.map((part) => {
        const note = notes.get(part.part)
        return note === undefined ? part : { ...part, note }
      })
      return { ready: !state.stopping() && parts.every((part) => part.ok), parts: noted }
    },
    async partsAway(since) {
      await partsNow()
      return [...awayAt].filter(([, at]) => at >= since).map(([part]) => part)
    },
    tell: (part, note) => void (note === undefined ? notes.delete(part) : notes.set(part, note)),
    stop: () => clearInterval(looking),
    unavailableServices: () => unavailableServices(bus),
    services: () => state.services,
    registry: state.registry,
    ...(state.releasePort && { releasePort: state.releasePort }),
  }
}
