import { type Health, metricsText } from '@frontdesk/service'
import { Histogram } from 'prom-client'

export type Metrics = {
  /** Makes what counts the requests of one route: it is told each one's status and how long it took. */
  requestsOf(method: string, route: string): (status: number, durationMs: number) => void
  /** Everything that the process measures, in the format that the request accepts. */
  text(accept: string | undefined): ReturnType<typeof metricsText>
}

/** Seconds; from a cached read to a long answer. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const name = 'frontdesk_http_request_duration_seconds'
const labels = ['method', 'route', 'status'] as const

/** Requests by route, beside what the process measures of itself and of its messages. */
export function makeMetrics(health: Health): Metrics {
  const { registry } = health
  // Two apps of one process share their measurements.
  const known = registry.getSingleMetric(name) as Histogram<(typeof labels)[number]> | undefined
  const requests =
    known ??
    new Histogram({
      name,
      help: 'Time from a request to the end of its reply',
      labelNames: labels,
      buckets,
      registers: [registry],
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
    text: (accept) => metricsText(registry, accept),
  }
}
