import type { Models } from '@frontdesk/models'
import { childTraceparent, newTraceparent } from './trace.ts'

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** One stretch of work. What it causes names `traceparent` as its parent. */
export type Span = { traceparent: string; end(error?: unknown): void }

export type Tracer = {
  /** False when spans go nowhere. */
  readonly isRecording: boolean
  start(name: string, kind: SpanKind, parent: string | undefined, attributes?: Record<string, string | number>): Span
  close(): Promise<void>
}

const end = () => {}

/** Hands the trace context on and records nothing. */
export const untraced: Tracer = {
  isRecording: false,
  start: (_name, kind, parent) => ({
    traceparent: kind === 'client' ? childTraceparent(parent) : (parent ?? newTraceparent()),
    end,
  }),
  close: async () => {},
}

/** Records spans over OTLP when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; the OpenTelemetry SDK is loaded only then. */
export async function openTracer(env: Record<string, string | undefined>): Promise<Tracer> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return untraced
  return (await import('./otlp-tracer.ts')).otlpTracer(
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.OTEL_SERVICE_NAME ?? 'frontdesk',
  )
}

/** The models, with a span for each call: where a trace ends. */
export function tracedModels(models: Models, tracer: Tracer, traceparent: string): Models {
  if (!tracer.isRecording) return models
  const attributes = { 'gen_ai.request.model': models.chat ?? 'local' }
  async function within<R>(name: string, work: () => Promise<R>): Promise<R> {
    const span = tracer.start(name, 'client', traceparent, attributes)
    try {
      const result = await work()
      span.end()
      return result
    } catch (error) {
      span.end(error)
      throw error
    }
  }
  const traced: Pick<Models, 'embed' | 'answer' | 'summarize' | 'judge' | 'rewrite'> = {
    embed: (texts, options) => within('model embed', () => models.embed(texts, options)),
    summarize: (request, options) => within('model summarize', () => models.summarize(request, options)),
    judge: (request, options) => within('model judge', () => models.judge(request, options)),
    rewrite: (request, options) => within('model rewrite', () => models.rewrite(request, options)),
    async *answer(request, options) {
      const span = tracer.start('model answer', 'client', traceparent, attributes)
      try {
        yield* models.answer(request, options)
        span.end()
      } catch (error) {
        span.end(error)
        throw error
      } finally {
        span.end()
      }
    },
  }
  return Object.assign(Object.create(models), traced)
}
