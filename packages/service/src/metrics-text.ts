import { Registry } from 'prom-client'

const plain = Registry.PROMETHEUS_CONTENT_TYPE
const open = Registry.OPENMETRICS_CONTENT_TYPE

/**
 * What a process measures, in the format that a request accepts: OpenMetrics, which has exemplars, when it is named (as
 * Prometheus does), otherwise the text format of Prometheus.
 */
export async function metricsText(
  registry: Registry,
  accept: string | undefined,
): Promise<{ contentType: string; text: string }> {
  if (!accept?.includes('application/openmetrics-text')) return { contentType: plain, text: await registry.metrics() }
  const rendering = new Registry<typeof open>()
  rendering.setContentType(open)
  for (const metric of registry.getMetricsAsArray()) {
    // The library takes `_total` from the name of a counter for good, which the other format needs.
    rendering.registerMetric(Object.create(metric, { name: { value: metric.name, writable: true } }))
  }
  return { contentType: open, text: await rendering.metrics() }
}
