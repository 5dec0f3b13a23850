import { ServiceError } from '@frontdesk/contracts'
import type { Registry } from 'prom-client'
import type { Health, OpenPorts, PartHealth } from './ports.ts'

const checkLimitMs = 1_000

async function checkPart(part: string, check: () => Promise<void>): Promise<PartHealth> {
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkLimitMs} ms`)), checkLimitMs)
  })
  const durationMs = () => Math.round(performance.now() - started)
  try {
    await Promise.race([check(), tooLong])
    return { part, ok: true, durationMs: durationMs() }
  } catch (error) {
    const detail = error instanceof ServiceError || error instanceof Error ? error.message : String(error)
    return { part, ok: false, detail, durationMs: durationMs() }
  } finally {
    clearTimeout(timer)
  }
}

/** Health of a process: every backend it uses, and whether it is stopping. */
export function makeHealth(
  ports: OpenPorts,
  state: { registry: Registry; services: string[]; stopping: () => boolean },
): Health {
  const { bus, documents, blobs, chunkIndex, models } = ports
  return {
    async check() {
      const parts = await Promise.all(
        Object.entries({ bus, documents, blobs, chunkIndex, models }).map(([name, port]) =>
          checkPart(name, () => port.check()),
        ),
      )
      return { ready: !state.stopping() && parts.every((part) => part.ok), parts }
    },
    services: () => state.services,
    registry: state.registry,
  }
}
