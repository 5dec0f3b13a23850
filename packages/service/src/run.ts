import type { Stop } from '@frontdesk/bus'
import type { Collection, Stored } from '@frontdesk/documents'
import { answerForService } from './answer-for-service.ts'
import { answerQueries } from './answer-queries.ts'
import { type Clock, systemClock } from './clock.ts'
import { consumeEvents } from './consume-events.ts'
import { type ContextParts, makeContext } from './context.ts'
import type { Service, Started } from './define.ts'
import { makeHealth } from './health.ts'
import type { Hosted } from './hosted.ts'
import type { Log } from './log.ts'
import { logWait, type Progress } from './log-wait.ts'
import { makeMessageMetrics } from './message-metrics.ts'
import type { Health, OpenPorts, Ports } from './ports.ts'
import { purgeOldEvents } from './purge-old-events.ts'
import { type Relay, startRelay } from './relay.ts'
import { recordRelease } from './release-record.ts'
import { type BackgroundWork, runBackground } from './run-background.ts'
import { notingWrites, settle } from './settle.ts'
import { holdSingletonLease } from './singleton-lease.ts'
import type { Tracer } from './tracer.ts'
import { untraced } from './tracing.ts'
import { faultsOf } from './wire.ts'

export type Running = {
  health: Health
  /** What the `start` hooks had to say: `port`, `apiKey`. */
  facts: Record<string, unknown>
  /** For tests that move the clock: resolves when everything that is due has run. Throws after 30 s. */
  settle(): Promise<void>
  /** Readiness fails at once; work in hand finishes or is handed back; nothing new is taken. The ports stay open. */
  stop(): Promise<void>
}

export type RunOptions = {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** Where spans go; without one, trace contexts are only handed on. */
  tracer?: Tracer
  /** Told how far the start is. */
  progress?: Progress
  /** Frees the port of the gateway, where something else answered probes until now. */
  releasePort?: (() => Promise<void>) | undefined
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
  const { env, log, clock = systemClock, tracer = untraced, progress } = options
  const waiting = <T>(waitedFor: string, work: () => Promise<T>) => logWait(log, waitedFor, work, progress)
  const settings = readSettings(services, env)
  const shutdown = new AbortController()
  let stopping = false
  // In one process there is nobody to share with, and no store to ask.
  const countingLease = ports.bus.traits.network
    ? await holdSingletonLease(ports.documents, 'count-waiting-events')
    : undefined
  const metrics = makeMessageMetrics(ports.bus, () => countingLease?.isOurs() ?? true)
  const health = makeHealth(ports, {
    registry: metrics.registry,
    services: services.map(({ name }) => name),
    stopping: () => stopping,
    log,
    releasePort: options.releasePort,
  })
  let activity = 0
  const noteActivity = () => void activity++
  const available: Ports = { ...ports, deadLetters: ports.bus.deadLetters, health }

  async function host(service: Service): Promise<Hosted> {
    const collections: Record<string, Collection<any>> = {}
    // Side by side: each asks its server for the indexes that exist.
    await Promise.all(
      Object.entries<any>(service.collections).map(async ([key, definition]) => {
        const collection = await ports.documents.collection(definition)
        // Only where a test may ask whether everything is at rest.
        collections[key] = clock.callAt ? notingWrites(collection, noteActivity) : collection
      }),
    )
    let relay: Relay | undefined
    const used = Object.fromEntries(service.uses.map((name: keyof Ports) => [name, available[name]]))
    const shared = { ...used, config: settings.get(service.name), collections, clock, state: {} }
    const parts: ContextParts = {
      service: service.name,
      ports: used,
      collections,
      shared,
      bus: ports.bus,
      relay: () => relay!,
      watchers: [],
      shutdown: shutdown.signal,
      detached: new Set(),
      lasting: new Set(),
      noteActivity,
      log: log.child({ service: service.name }),
      clock,
      metrics,
      tracer,
      partsAway: health.partsAway,
    }
    if (service.state) shared.state = service.state(makeContext(parts, { tenant: '', signal: shutdown.signal }))
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
    const hasEvents = Object.keys(service.contracts.events).length > 0
    relay = startRelay(ports.bus, hasEvents ? watched : [], { clock, log: parts.log })
    return { service, parts, relay, shutdown: shutdown.signal }
  }

  const hosted: Hosted[] = []
  const started: Started[] = []
  const working: Stop[] = []
  const background: BackgroundWork[] = []
  const answering: Stop[] = []
  const streaming: Stop[] = []

  async function stop() {
    if (stopping) return
    stopping = true
    health.stop()
    await countingLease?.release()
    await Promise.all(started.map((opened) => opened.close()))
    // Readers of streams that end here go on at another process, so this one takes no more of them.
    const streamed = streaming.map((stop) => stop())
    shutdown.abort()
    await Promise.all(working.map((stop) => stop()))
    // What is being finished may ask others, who in one process are here.
    await Promise.all(hosted.flatMap(({ parts }) => [...parts.detached]))
    await Promise.all(answering.map((stop) => stop()))
    await Promise.all(streamed)
    await Promise.all(hosted.flatMap(({ parts }) => [...parts.detached]))
    await Promise.all(hosted.map(({ relay }) => relay.stop()))
  }

  try {
    for (const service of services) {
      hosted.push(await waiting(`the documents of ${service.name}`, () => host(service)))
    }
    await waiting('the record of the release', () =>
      recordRelease(
        ports.documents,
        services.map(({ name }) => name),
        clock,
      ),
    )
    for (const each of hosted) {
      const { name } = each.service
      await waiting(`the bus, where ${name} answers`, async () => {
        const { queries, streams } = await answerQueries(each)
        streaming.push(...streams)
        answering.push(...queries, ...(await answerForService(each, ports)))
      })
    }
    for (const each of hosted) {
      const { name } = each.service
      working.push(...(await waiting(`the bus, where ${name} reads events`, () => consumeEvents(each))))
    }
    for (const each of hosted) background.push(...runBackground(each))
    working.push(...background.map((work) => work.stop), purgeOldEvents(ports.bus, { clock, log }))
    for (const { service, parts } of hosted) {
      const context = makeContext(parts, { tenant: '', signal: shutdown.signal })
      const opened = await waiting(`the start of ${service.name}`, async () => service.start?.(context))
      if (opened) started.push(opened)
    }
  } catch (error) {
    // What had begun must not go on beside the next try.
    await stop()
    throw error
  }
  return {
    health,
    facts: Object.assign({}, ...started.map((opened) => opened.facts)),
    settle: () => settle({ bus: ports.bus, hosted, background, activity: () => activity }),
    stop,
  }
}
