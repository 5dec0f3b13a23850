import { newTraceparent, traceIdOf } from './trace.ts'

/**
 * The request that work belongs to, however much later it is done: every message carries it, every log line names it, and
 * jobs and deliveries are stored with it.
 */
export type Cause = {
  /** `x-request-id` of the request; of work that no request caused, the id of its trace. */
  correlationId: string
  /** W3C trace context: the span that what is caused next belongs to. */
  traceparent: string
}

/** Of work that begins by itself. */
export const newCause = (traceparent: string = newTraceparent()): Cause => ({
  correlationId: traceIdOf(traceparent),
  traceparent,
})

/** The cause that a message carries; `traceparent` where a span was begun for it. Without a correlation id (older releases sent none) the trace stands for it. */
export function causeOf(
  headers: Record<string, string>,
  traceparent: string = headers.traceparent ?? newTraceparent(),
): Cause {
  return { correlationId: headers['correlation-id'] ?? traceIdOf(traceparent), traceparent }
}

/** What a log line says of its cause. */
export const loggedCause = ({ correlationId, traceparent }: Cause): { correlationId: string; traceId: string } => ({
  correlationId,
  traceId: traceIdOf(traceparent),
})
