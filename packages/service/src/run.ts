import type { Stop } from '@frontdesk/bus'
import type { Collection, Stored } from '@frontdesk/documents'
import { answerErasure } from './answer-erasure.ts'
import { answerQueries } from './answer-queries.ts'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import { consumeEvents } from './consume-events.ts'
import { type ContextParts, makeContext } from './context.ts'
import type { Service, Started } from './define.ts'
import { forgetOldEvents } from './forget-old-events.ts'
import { makeHealth } from './health.ts'
import type { Hosted } from './hosted.ts'
import type { Log } from './log.ts'
import { makeMessageMetrics } from './message-metrics.ts'
import type { Health, OpenPorts, Ports } from './ports.ts'
import { type Relay, startRelay } from './relay.ts'
import { runBackground } from './run-background.ts'
import { type Tracer, untraced } from './tracing.ts'
import { faultsOf } from './wire.ts'

export type Running = {
  health: Health
  /** What the `start` hooks had to say: `port`, `apiKey`. */
  facts: Record<string, unknown>
  /** Readiness fails at once; work in hand finishes or is handed back; nothing new is taken. The ports stay open. */
  stop(): Promise<void>
}

export type RunOptions = {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** Where spans go; without one, trace contexts are only handed on. */
  tracer?: Tracer
}

/** Settings of every service, or one error that names each fault at once. */
function readSettings(services: Service[], env: RunOptions['env']): Map<string, unknown> {
  const settings = new Map<string, unknown>()
  const faults = new Set<string>()
  for (const service of services) {
    const parsed = service.config.safeParse(env)
    if (parsed.success) settings.set(service.name, parsed.data)
    else for (const { path, message } of faultsOf(parsed.error)) faults.add(`${path}: ${message}`)
  }
  if (faults.size > 0) throw new Error(`These settings are not valid:\n  ${[...faults].join('\n  ')}`)
  return settings
}

/**
 * Brings services to life on one set of ports: eight in one process, or one in each of eight. Answering starts before
 * consuming, and `start` hooks come last, so nothing is served by a process whose parts are not there yet.
 */
export async function run(services: Service[], ports: OpenPorts, options: RunOptions): Promise<Running> {
  const { env, log, clock = systemClock, tracer = untraced } = options
  const settings = readSettings(services, env)
  const shutdown = new AbortController()
  let stopping = false
  const metrics = makeMessageMetrics(ports.bus)
  const health = makeHealth(ports, {
    registry: metrics.registry,
    services: services.map(({ name }) => name),
    stopping: () => stopping,
  })
  const available: Ports = { ...ports, deadLetters: ports.bus.deadLetters, health }

  async function host(service: Service): Promise<Hosted> {
    const collections: Record<string, Collection<any>> = {}
    for (const [key, definition] of Object.entries<any>(service.collections)) {
      collections[key] = await ports.documents.collection(definition)
    }
    let relay: Relay | undefined
    const parts: ContextParts = {
      service: service.name,
      config: settings.get(service.name),
      ports: Object.fromEntries(service.uses.map((name: keyof Ports) => [name, available[name]])),
      collections,
      bus: ports.bus,
      relay: () => relay!,
      shutdown: shutdown.signal,
      detached: new Set(),
      log: log.child({ service: service.name }),
      clock,
      metrics,
      tracer,
    }
    const watched = Object.entries(collections).map(([key, collection]) => {
      const project: any = service.projections?.[key]
      const contextOf = (tenant: string) => makeContext(parts, { tenant, signal: shutdown.signal })
      return {
        name: service.collections[key].name as string,
        collection,
        ...(project && { project: (stored: Stored<any>) => project(stored, contextOf(stored.tenant)) }),
      }
    })
    // Who publishes nothing has no outboxes to look through.
    const hasEvents = Object.keys(service.publishes).length > 0
    relay = startRelay(ports.bus, hasEvents ? watched : [], { clock, log: parts.log })
    return { service, parts, relay, shutdown: shutdown.signal }
  }

  const hosted: Hosted[] = []
  const started: Started[] = []
  const working: Stop[] = []
  const answering: Stop[] = []

  async function stop() {
    if (stopping) return
    stopping = true
    await Promise.all(started.map((opened) => opened.close()))
    shutdown.abort()
    await Promise.all(working.map((stop) => stop()))
    await Promise.all(answering.map((stop) => stop()))
    await Promise.all(hosted.flatMap(({ parts }) => [...parts.detached]))
    await Promise.all(hosted.map(({ relay }) => relay.stop()))
  }

  try {
    for (const service of services) hosted.push(await host(service))
    for (const each of hosted) answering.push(...(await answerQueries(each)), ...(await answerErasure(each, ports)))
    for (const each of hosted) working.push(...(await consumeEvents(each)))
    for (const each of hosted) working.push(...runBackground(each))
    working.push(forgetOldEvents(ports.bus, log))
    for (const { service, parts } of hosted) {
      const opened = await service.start?.(makeContext(parts, { tenant: '', signal: shutdown.signal }))
      if (opened) started.push(opened)
    }
  } catch (error) {
    // What had begun must not go on beside the next try.
    await stop()
    throw error
  }
  return { health, facts: Object.assign({}, ...started.map((opened) => opened.facts)), stop }
}
