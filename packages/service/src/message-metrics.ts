import type { Bus } from '@frontdesk/bus'
import { breakerStates } from '@frontdesk/models'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
  }): void
}

/** Seconds; from an indexed read to a long answer. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Rate, errors, duration, redeliveries and dead letters of each subject, lag of each group, and the process itself. */
export function makeMessageMetrics(bus: Bus): MessageMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'frontdesk_message_duration_seconds',
    help: 'Time that a handler took for a message, by how it ended',
    labelNames: ['service', 'subject', 'outcome'] as const,
    buckets,
    registers: [registry],
  })
  const redeliveries = new Counter({
    name: 'frontdesk_message_redeliveries_total',
    help: 'Events that came again',
    labelNames: ['service', 'subject'] as const,
    registers: [registry],
  })
  const deadLetters = new Counter({
    name: 'frontdesk_dead_letters_total',
    help: 'Events that were given up',
    labelNames: ['service', 'subject'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'frontdesk_events_waiting',
    help: 'Events that a group has not handled yet',
    labelNames: ['group'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      for (const { group, waiting } of await bus.lag()) this.set({ group }, waiting)
    },
  })
  new Gauge({
    name: 'frontdesk_model_breaker',
    help: 'What is thought of a model endpoint: 0 it answers, 1 it is probed, 2 it is left alone for a while',
    labelNames: ['model'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { model, state } of breakerStates()) this.set({ model }, { closed: 0, 'half-open': 1, open: 2 }[state])
    },
  })
  // Looking a series up by its labels costs more than counting in it.
  const series = new Map<string, ReturnType<typeof duration.labels>>()
  function seriesOf(service: string, subject: string, outcome: MessageOutcome) {
    const key = `${service} ${subject} ${outcome}`
    const known = series.get(key)
    if (known) return known
    const made = duration.labels(service, subject, outcome)
    series.set(key, made)
    return made
  }
  return {
    registry,
    observe({ service, subject, outcome, durationMs, attempt }) {
      seriesOf(service, subject, outcome).observe(durationMs / 1_000)
      if (attempt > 1) redeliveries.labels(service, subject).inc()
      if (outcome === 'dead') deadLetters.labels(service, subject).inc()
    },
  }
}
