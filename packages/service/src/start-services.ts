import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFaultOf, isOutage, ServiceError } from '@frontdesk/contracts'
import type { Clock } from './clock.ts'
import type { Service } from './define.ts'
import type { Log } from './log.ts'
import { type Progress, WaitFailed } from './log-wait.ts'
import { type Opened, openPorts } from './open-ports.ts'
import { type Running, run } from './run.ts'
import { type Probes, serveProbes } from './serve-health.ts'
import { openTracer } from './tracing.ts'

/** Servers and services are started together and in any order: a start waits this long for one that does not answer. */
const patienceMs = 60_000
const betweenTriesMs = 1_000

export type StartedServices = { opened: Opened; running: Running; stop(): Promise<void> }

type Options = {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** How long servers that do not answer yet are waited for; a minute unless told. */
  patienceMs?: number
  /** Answer probes meanwhile, as a process of its own does. */
  probes?: boolean
}
type Meanwhile = { progress: Progress; releasePort: (() => Promise<void>) | undefined }

async function startOnce(
  services: Service[],
  { env, log, clock }: Options,
  { progress, releasePort }: Meanwhile,
): Promise<StartedServices> {
  const opened = await openPorts(env, log, { progress, ...(clock && { clock }) })
  const tracer = await openTracer(env, services)
  try {
    const running = await run(services, opened.ports, {
      ...{ env: opened.env, log, tracer, progress, releasePort },
      ...(clock && { clock }),
    })
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
 * Opens the ports and runs services on them. A server that does not answer is waited for, up to a minute; then, and
 * at once for a setting that is wrong, it throws what stood in the way. The minute begins when that server was first
 * seen away: the time that others took before is not held against it, and a start that gets further has a new one.
 */
export async function startServices(services: Service[], options: Options): Promise<StartedServices> {
  const progress: Progress = {}
  const probes = options.probes ? await serveProbes(services, options.env, progress) : undefined
  const hasGateway = services.some(({ name }) => name === 'gateway')
  try {
    const started = await startPatiently(services, options, {
      progress,
      releasePort: hasGateway ? probes?.close : undefined,
    })
    return hasGateway || !probes ? started : withProbes(started, probes)
  } catch (error) {
    await probes?.close()
    throw error
  }
}

/** The same, whose probes end last: readiness fails while it stops. */
function withProbes(started: StartedServices, probes: Probes): StartedServices {
  probes.follow(started.running.health)
  const stop = async () => {
    await started.stop()
    await probes.close()
  }
  return { ...started, stop }
}

async function startPatiently(services: Service[], options: Options, meanwhile: Meanwhile): Promise<StartedServices> {
  let away: { what: string; deadline: number } | undefined
  while (true) {
    try {
      return await startOnce(services, options, meanwhile)
    } catch (error) {
      const fault = certificateFaultOf(error)
      const now = performance.now()
      const what = error instanceof WaitFailed ? error.waitedFor : ''
      if (away?.what !== what) away = { what, deadline: now + (options.patienceMs ?? patienceMs) }
      // Waiting heals no file.
      const isDamaged = error instanceof ServiceError && error.storage === 'damaged'
      const isLast = isDamaged || !isOutage(error) || now >= away.deadline
      if (isLast && fault) throw new Error(`${(error as Error).message} ${fault}`, { cause: error })
      if (isLast) throw error
      const secondsLeft = Math.round((away.deadline - now) / 1_000)
      const reason = [(error as Error).message, fault].filter(Boolean).join(' ')
      options.log.warn({ secondsLeft }, `can not start yet, trying again: ${reason}`)
      await sleep(betweenTriesMs)
    }
  }
}
