import type { Bus, Lag } from '@frontdesk/bus'
import { breakerStates } from '@frontdesk/models'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isSampled, traceIdOf } from './trace.ts'

/** How a message ended: `done`; `refused` with a code; `failed`; for events also `retry` and `dead`. */
export type MessageOutcome = 'done' | 'refused' | 'failed' | 'retry' | 'dead'

export type MessageMetrics = {
  /** Everything this process measures. */
  registry: Registry
  observe(message: {
    service: string
    subject: string
    outcome: MessageOutcome
    durationMs: number
    attempt: number
    /** Of a recorded trace: its id becomes an exemplar. */
    traceparent?: string | undefined
  }): void
}

/** Seconds; from an indexed read to a long answer. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Gauges of the library that are named as counters; the same numbers by type are there without the suffix. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** A scrape shows one exemplar of a bucket, so more of a series are of no use. */
const exemplarEveryMs = 1_000

/** What waits is left out of a scrape when the bus does not say it by then: the rest is wanted most in an outage. */
const lagLimitMs = 2_000

async function lagOf(bus: Bus): Promise<Lag[]> {
  const limit = Promise.withResolvers<Lag[]>()
  const timer = setTimeout(() => limit.resolve([]), lagLimitMs)
  return Promise.race([bus.lag().catch(() => []), limit.promise]).finally(() => clearTimeout(timer))
}

/**
 * Rate, errors, duration, redeliveries and dead letters of each subject, lag of each group, and the process itself.
 * `countsEvents`: whether this is the process of the installation that tells how many events wait.
 */
export function makeMessageMetrics(bus: Bus, countsEvents: () => boolean): MessageMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const duration = new Histogram({
    name: 'frontdesk_message_duration_seconds',
    help: 'Duration of handled messages by outcome',
    labelNames: ['service', 'subject', 'outcome'] as const,
    buckets,
    // Exemplars are shown in OpenMetrics alone, and the library lets no registry of the other format make them.
    enableExemplars: true,
    registers: [],
  })
  registry.registerMetric(duration)
  const redeliveries = new Counter({
    name: 'frontdesk_message_redeliveries_total',
    help: 'Redelivered events',
    labelNames: ['service', 'subject'] as const,
    registers: [registry],
  })
  const deadLetters = new Counter({
    name: 'frontdesk_dead_letters_total',
    help: 'Events that became dead letters',
    labelNames: ['service', 'subject'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'frontdesk_events_waiting',
    help: 'Events that a consumer group has not handled yet; one process of the installation reports them',
    labelNames: ['group'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      if (!countsEvents()) return
      for (const { group, waiting } of await lagOf(bus)) this.set({ group }, waiting)
    },
  })
  new Gauge({
    name: 'frontdesk_model_breaker',
    help: 'State of the circuit breaker of a model endpoint: 0 closed, 1 half-open (being probed), 2 open (not called)',
    labelNames: ['model'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { model, state } of breakerStates()) this.set({ model }, { closed: 0, 'half-open': 1, open: 2 }[state])
    },
  })
  // Two endpoints may have a model of the same name: their numbers are added up.
  new Counter({
    name: 'frontdesk_model_requests_total',
    help: 'Requests to a model by outcome; left: the caller disconnected; refused: the circuit breaker was open',
    labelNames: ['model', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { model, requests } of breakerStates())
        for (const [outcome, count] of Object.entries(requests)) this.inc({ model, outcome }, count)
    },
  })
  new Counter({
    name: 'frontdesk_model_tokens_total',
    help: 'Tokens that a model read (prompt) and wrote (completion), as its endpoint reported them or as they were counted here',
    labelNames: ['model', 'kind'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { model, tokens } of breakerStates())
        for (const [kind, count] of Object.entries(tokens)) this.inc({ model, kind }, count)
    },
  })
  type Labels = { service: string; subject: string; outcome: MessageOutcome }
  // Looking a series up by its labels costs more than counting in it.
  const series = new Map<string, { observe(seconds: number): void; exemplarAt: number }>()
  function seriesOf({ service, subject, outcome }: Labels) {
    const key = `${service} ${subject} ${outcome}`
    const known = series.get(key)
    if (known) return known
    const counted = duration.labels(service, subject, outcome)
    const made = { observe: (seconds: number) => counted.observe(seconds), exemplarAt: Number.NEGATIVE_INFINITY }
    series.set(key, made)
    return made
  }
  return {
    registry,
    observe({ service, subject, outcome, durationMs, attempt, traceparent }) {
      const labels = { service, subject, outcome }
      const counted = seriesOf(labels)
      const value = durationMs / 1_000
      const now = performance.now()
      if (traceparent && isSampled(traceparent) && now - counted.exemplarAt >= exemplarEveryMs) {
        counted.exemplarAt = now
        // Its types allow the labels of the series alone.
        const exemplarLabels = { trace_id: traceIdOf(traceparent) } as object
        duration.observe({ labels, value, exemplarLabels })
      } else counted.observe(value)
      if (attempt > 1) redeliveries.labels(service, subject).inc()
      if (outcome === 'dead') deadLetters.labels(service, subject).inc()
    },
  }
}
