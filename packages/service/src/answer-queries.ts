import type { Headers, Stop } from '@frontdesk/bus'
import { ServiceError, toWireError } from '@frontdesk/contracts'
import { type Cause, causeOf, loggedCause } from './cause.ts'
import { type ContextParts, makeContext, type Scope } from './context.ts'
import { type Envelope, handledBy } from './define.ts'
import type { Hosted } from './hosted.ts'
import type { MessageOutcome } from './message-metrics.ts'
import { spanAttributes } from './tracer.ts'
import { decode, encode, parse } from './wire.ts'

const envelopeOf = (headers: Headers): Envelope => ({
  id: headers['message-id'] ?? '',
  key: '',
  sequence: 0,
  attempt: 1,
  at: headers.time ?? '',
})

function scopeOf(tenant: string, headers: Headers, cause: Cause, signal: AbortSignal): Scope {
  const deadline = Number(headers.deadline)
  return {
    tenant,
    signal,
    cause,
    ...(headers['message-id'] && { causationId: headers['message-id'] }),
    ...(deadline > 0 && { deadline }),
  }
}

/** One log line, one measurement and one span for each message. */
function observe(parts: ContextParts, subject: string, tenant: string, headers: Headers) {
  const started = performance.now()
  const attributes = spanAttributes(tenant, headers['correlation-id'])
  const span = parts.tracer.start(subject, 'server', headers.traceparent, attributes)
  const cause = causeOf(headers, span.traceparent)
  const ended = (outcome: MessageOutcome) => {
    const durationMs = performance.now() - started
    const traceparent = parts.tracer.isRecording ? span.traceparent : undefined
    parts.metrics.observe({ service: parts.service, subject, outcome, durationMs, attempt: 1, traceparent })
    return () => ({
      subject,
      tenant,
      id: headers['message-id'],
      attempt: 1,
      durationMs: Math.round(durationMs),
      outcome,
      ...loggedCause(cause),
    })
  }
  return {
    cause,
    done() {
      span.end()
      parts.log.routine(ended('done'), 'answered')
    },
    failed(error: unknown) {
      span.end(error)
      const { code } = toWireError(error)
      const expected = error instanceof ServiceError && error.code !== 'internal'
      const fields = ended(expected ? 'refused' : 'failed')
      if (expected) parts.log.routine(() => ({ ...fields(), code }), 'refused')
      else parts.log.error({ ...fields(), code, err: error }, 'failed')
    },
  }
}

/** Answers the queries and streams that a service handles; each kind is stopped at a time of its own. */
export async function answerQueries({
  service,
  parts,
  shutdown,
}: Hosted): Promise<{ queries: Stop[]; streams: Stop[] }> {
  const { bus } = parts
  const queries: Stop[] = []
  const streams: Stop[] = []
  for (const { contract, handle } of handledBy(service)) {
    if (contract.kind === 'event') continue
    const { subject, maxInFlight } = contract
    const handler: any = handle

    if (contract.kind === 'query') {
      queries.push(
        await bus.respond(subject, service.name, { maxInFlight }, async ({ tenant, headers, bytes }) => {
          const seen = observe(parts, subject, tenant, headers)
          try {
            const context = makeContext(parts, scopeOf(tenant, headers, seen.cause, shutdown))
            const done = await handler(parse(contract.body, decode(bytes)), context, envelopeOf(headers))
            const reply = encode(done ?? {})
            seen.done()
            return reply
          } catch (error) {
            seen.failed(error)
            throw error
          }
        }),
      )
      continue
    }

    streams.push(
      await bus.serveStream(subject, service.name, { maxInFlight }, async function* (request) {
        const { tenant, headers, bytes } = request
        const seen = observe(parts, subject, tenant, headers)
        try {
          const signal = AbortSignal.any([request.signal, shutdown])
          const context = makeContext(parts, scopeOf(tenant, headers, seen.cause, signal))
          for await (const part of handler(parse(contract.body, decode(bytes)), context, envelopeOf(headers)))
            yield encode(part)
          seen.done()
        } catch (error) {
          seen.failed(error)
          throw error
        }
      }),
    )
  }
  return { queries, streams }
}
