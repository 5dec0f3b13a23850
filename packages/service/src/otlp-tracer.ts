import { setTimeout as pause } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { traceIdOf } from './trace.ts'
import type { Tracer } from './tracer.ts'

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** The parent named by a `traceparent`, as a context of the SDK. */
function contextOf(traceparent: string | undefined) {
  if (!traceparent) return ROOT_CONTEXT
  const spanContext = {
    traceId: traceIdOf(traceparent),
    spanId: traceparent.slice(36, 52),
    traceFlags: traceparent.endsWith('1') ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  }
  return trace.setSpanContext(ROOT_CONTEXT, spanContext)
}

/** What a stop gives the last spans to leave. */
const flushWithinMs = 3_000

/** Sends spans in batches to `<endpoint>/v1/traces` (OTLP over HTTP). */
export function otlpTracer(endpoint: string, serviceName: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('frontdesk')
  return {
    isRecording: true,
    start(name, kind, parent, attributes = {}) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      let hasEnded = false
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        end(error) {
          if (hasEnded) return
          hasEnded = true
          if (error !== undefined) {
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: error instanceof Error ? error.message : String(error),
            })
          }
          span.end()
        },
      }
    },
    // Spans that a collector does not take by then are lost: it may be away, and a stop must not wait for it or fail.
    close: () => Promise.race([provider.shutdown().catch(() => {}), pause(flushWithinMs, undefined, { ref: false })]),
  }
}
