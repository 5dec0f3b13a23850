import type { Health } from '@frontdesk/service'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  /** Makes what counts the requests of one route: it is told each one's status and how long it took. */
  requestsOf(method: string, route: string): (status: number, durationMs: number) => void
  /** In the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

/** Seconds; from a cached read to a long answer. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Requests by route, the process with its event-loop delay, and how far each group is behind on the bus. */
export function makeMetrics(health: Health): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'frontdesk_http_request_duration_seconds',
    help: 'Time from a request to the end of its reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers: [registry],
  })
  new Gauge({
    name: 'frontdesk_events_waiting',
    help: 'Events that a group has not handled yet',
    labelNames: ['group'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      for (const { group, waiting } of await health.lag()) this.set({ group }, waiting)
    },
  })
  return {
    requestsOf(method, route) {
      const byStatus = new Map<number, ReturnType<typeof requests.labels>>()
      return (status, durationMs) => {
        let series = byStatus.get(status)
        if (!series) byStatus.set(status, (series = requests.labels({ method, route, status })))
        series.observe(durationMs / 1_000)
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
