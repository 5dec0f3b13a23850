export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** One stretch of work. What it causes names `traceparent` as its parent. */
export type Span = { traceparent: string; end(error?: unknown): void }

export type Tracer = {
  /** False when spans go nowhere. */
  readonly isRecording: boolean
  start(name: string, kind: SpanKind, parent: string | undefined, attributes?: Record<string, string | number>): Span
  close(): Promise<void>
}

export const end = () => {}
