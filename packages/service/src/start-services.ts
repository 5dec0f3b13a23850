import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFaultOf, isOutage, ServiceError } from '@frontdesk/contracts'
import type { Clock } from './clock.ts'
import type { Service } from './define.ts'
import type { Log } from './log.ts'
import { type Opened, openPorts } from './open-ports.ts'
import { type Running, run } from './run.ts'
import { openTracer } from './tracing.ts'

/** Servers and services are started together and in any order: who comes first waits for the others this long. */
const patienceMs = 60_000
const betweenTriesMs = 1_000

export type StartedServices = { opened: Opened; running: Running; stop(): Promise<void> }

type Options = {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** How long servers that do not answer yet are waited for; a minute unless told. */
  patienceMs?: number
}

async function startOnce(services: Service[], { env, log, clock }: Options): Promise<StartedServices> {
  const opened = await openPorts(env, log, clock ? { clock } : {})
  const tracer = await openTracer(env)
  try {
    const running = await run(services, opened.ports, { env: opened.env, log, tracer, ...(clock && { clock }) })
    const stop = async () => {
      await running.stop()
      await tracer.close()
      await opened.close()
    }
    return { opened, running, stop }
  } catch (error) {
    await tracer.close()
    await opened.close()
    throw error
  }
}

/**
 * Opens the ports and runs services on them. A server that does not answer yet is waited for, up to a minute; then, and
 * at once for a setting that is wrong, it throws what stood in the way.
 */
export async function startServices(services: Service[], options: Options): Promise<StartedServices> {
  const deadline = performance.now() + (options.patienceMs ?? patienceMs)
  while (true) {
    try {
      return await startOnce(services, options)
    } catch (error) {
      const fault = certificateFaultOf(error)
      // Waiting heals no file.
      const isDamaged = error instanceof ServiceError && error.storage === 'damaged'
      const isLast = isDamaged || !isOutage(error) || performance.now() > deadline
      if (isLast && fault) throw new Error(`${(error as Error).message} ${fault}`, { cause: error })
      if (isLast) throw error
      const secondsLeft = Math.round((deadline - performance.now()) / 1_000)
      const reason = [(error as Error).message, fault].filter(Boolean).join(' ')
      options.log.warn({ secondsLeft }, `can not start yet, trying again: ${reason}`)
      await sleep(betweenTriesMs)
    }
  }
}
