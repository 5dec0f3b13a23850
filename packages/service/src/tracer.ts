export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** One stretch of work. What it causes names `traceparent` as its parent. */
export type Span = { traceparent: string; end(error?: unknown): void }

/** What a span says of itself beside its name. */
export type SpanAttributes = Record<string, string | number>

/** Attributes that every span has: its tenant, where there is one, and the request that it belongs to. */
export const spanAttributes = (tenant: string, correlationId: string | undefined): SpanAttributes => ({
  ...(tenant && { 'frontdesk.tenant': tenant }),
  ...(correlationId && { 'frontdesk.correlation_id': correlationId }),
})

export type Tracer = {
  /** False when spans go nowhere. */
  readonly isRecording: boolean
  start(name: string, kind: SpanKind, parent: string | undefined, attributes?: SpanAttributes): Span
  close(): Promise<void>
}

export const end = () => {}

/** Does work in a span, which ends with it. */
export async function inSpan<R>(span: Span, work: (traceparent: string) => Promise<R>): Promise<R> {
  try {
    const result = await work(span.traceparent)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
