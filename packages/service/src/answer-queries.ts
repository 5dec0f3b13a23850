import type { Headers, Stop } from '@frontdesk/bus'
import { type Contract, ServiceError, toWireError } from '@frontdesk/contracts'
import { makeContext, type Scope } from './context.ts'
import type { Envelope } from './define.ts'
import type { Hosted } from './hosted.ts'
import type { Log } from './log.ts'
import { decode, encode, parse } from './wire.ts'

const envelopeOf = (headers: Headers): Envelope => ({
  id: headers['message-id'] ?? '',
  key: '',
  sequence: 0,
  attempt: 1,
  at: headers.time ?? '',
})

function scopeOf(tenant: string, headers: Headers, signal: AbortSignal): Scope {
  const deadline = Number(headers.deadline)
  return {
    tenant,
    signal,
    ...(headers.traceparent && { traceparent: headers.traceparent }),
    ...(headers['message-id'] && { causationId: headers['message-id'] }),
    ...(deadline > 0 && { deadline }),
  }
}

/** Logs one line a message: what it was, how long it took, how it ended. */
function observe(log: Log, subject: string, tenant: string, headers: Headers) {
  const started = performance.now()
  const fields = () => ({
    subject,
    tenant,
    id: headers['message-id'],
    attempt: 1,
    durationMs: Math.round(performance.now() - started),
  })
  return {
    done: () => log.debug({ ...fields(), outcome: 'done' }, 'answered'),
    failed(error: unknown) {
      const { code } = toWireError(error)
      const expected = error instanceof ServiceError && error.code !== 'internal'
      if (expected) log.debug({ ...fields(), outcome: 'refused', code }, 'refused')
      else log.error({ ...fields(), outcome: 'failed', code, err: error }, 'failed')
    },
  }
}

/** Answers the queries and streams that a service handles. */
export async function answerQueries({ service, parts, shutdown }: Hosted, bus = parts.bus): Promise<Stop[]> {
  const stops: Stop[] = []
  for (const [name, contract] of Object.entries<Contract>(service.handles)) {
    if (contract.kind === 'event') continue
    const { subject, maxInFlight } = contract
    const handler: any = service.handlers[name]

    if (contract.kind === 'query') {
      stops.push(
        await bus.respond(subject, service.name, { maxInFlight }, async ({ tenant, headers, bytes }) => {
          const seen = observe(parts.log, subject, tenant, headers)
          try {
            const context = makeContext(parts, scopeOf(tenant, headers, shutdown))
            const reply = encode(await handler(parse(contract.body, decode(bytes)), context, envelopeOf(headers)))
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

    stops.push(
      await bus.serveStream(subject, service.name, { maxInFlight }, async function* (request) {
        const { tenant, headers, bytes } = request
        const seen = observe(parts.log, subject, tenant, headers)
        try {
          const signal = AbortSignal.any([request.signal, shutdown])
          const context = makeContext(parts, scopeOf(tenant, headers, signal))
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
  return stops
}
