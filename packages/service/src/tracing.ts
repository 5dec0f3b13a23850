import type { Models } from '@frontdesk/models'
import { childTraceparent } from './trace.ts'
import { end, inSpan, type SpanAttributes, type Tracer } from './tracer.ts'

/** Hands the trace context on and records nothing. */
export const untraced: Tracer = {
  isRecording: false,
  start: (_name, _kind, parent) => ({ traceparent: childTraceparent(parent), end }),
  close: async () => {},
}

/**
 * Records spans over OTLP when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; the OpenTelemetry SDK is loaded only then. It reads
 * `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` by itself.
 */
export async function openTracer(
  env: Record<string, string | undefined>,
  services: readonly { name: string }[],
): Promise<Tracer> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return untraced
  return (await import('./otlp-tracer.ts')).otlpTracer(env.OTEL_EXPORTER_OTLP_ENDPOINT, tracedName(env, services))
}

/** What spans of this process say that they come from: a process of one service names it. */
export const tracedName = (env: Record<string, string | undefined>, services: readonly { name: string }[]): string =>
  env.OTEL_SERVICE_NAME || (services.length === 1 ? `frontdesk-${services[0]!.name}` : 'frontdesk')

/** The models, with a span for each call, which has these attributes: where a trace ends. */
export function tracedModels(models: Models, tracer: Tracer, traceparent: string, shared: SpanAttributes): Models {
  if (!tracer.isRecording) return models
  const attributes = { ...shared, 'gen_ai.request.model': models.chat ?? 'local' }
  const within = <R>(name: string, work: () => Promise<R>): Promise<R> =>
    inSpan(tracer.start(name, 'client', traceparent, attributes), work)
  const traced: Pick<Models, 'embed' | 'answer' | 'summarize' | 'judge' | 'judgeTopics' | 'rewrite'> = {
    embed: (texts, options) => within('model embed', () => models.embed(texts, options)),
    summarize: (request, options) => within('model summarize', () => models.summarize(request, options)),
    judge: (request, options) => within('model judge', () => models.judge(request, options)),
    judgeTopics: (request, options) => within('model judge topics', () => models.judgeTopics(request, options)),
    rewrite: (request, options) => within('model rewrite', () => models.rewrite(request, options)),
    async *answer(request, options) {
      const span = tracer.start('model answer', 'client', traceparent, attributes)
      try {
        yield* models.answer(request, options)
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
