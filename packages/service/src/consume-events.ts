import type { Delivery, Stop } from '@frontdesk/bus'
import { type Event, ownerOf } from '@frontdesk/contracts'
import { causeOf } from './cause.ts'
import { makeContext } from './context.ts'
import { handledBy } from './define.ts'
import { type DeliveryOptions, deliveryDefaults, envelopeOf, judge, leaseMs } from './deliver.ts'
import type { Hosted } from './hosted.ts'
import { inSpan, spanAttributes } from './tracer.ts'

type Consumed = { contract: Event; options: DeliveryOptions; deliver: ReturnType<typeof judge> }

/**
 * Consumes the events that a service handles. Ordered events of one owner are consumed together, so that a key's events
 * come in order over all of them; each unordered one has a group of its own.
 */
export async function consumeEvents({ service, parts, shutdown }: Hosted): Promise<Stop[]> {
  const contextOf = ({ tenant, id, headers }: Delivery, signal: AbortSignal, traceparent: string) =>
    makeContext(parts, { tenant, signal, causationId: id, cause: causeOf(headers, traceparent) })

  /** Runs a handler within a span of the trace that the event belongs to. */
  function traced(
    delivery: Delivery,
    signal: AbortSignal,
    work: (context: ReturnType<typeof makeContext>) => Promise<void>,
  ): Promise<void> {
    const { subject, tenant, headers } = delivery
    const attributes = spanAttributes(tenant, headers['correlation-id'])
    const span = parts.tracer.start(subject, 'consumer', headers.traceparent, attributes)
    return inSpan(span, (traceparent) => work(contextOf(delivery, signal, traceparent)))
  }

  const groups = new Map<string, Consumed[]>()
  for (const { key, contract, handle, exhausted, ...given } of handledBy(service)) {
    if (contract.kind !== 'event') continue
    const handler: any = handle
    const options = { ...deliveryDefaults, ...given }
    const deliver = judge(contract, options, {
      log: parts.log,
      shutdown,
      clock: parts.clock,
      partsAway: parts.partsAway,
      ended({ subject, attempt, headers }, { kind: outcome }, durationMs) {
        parts.noteActivity()
        const traceparent = parts.tracer.isRecording ? headers.traceparent : undefined
        parts.metrics.observe({ service: service.name, subject, outcome, durationMs, attempt, traceparent })
      },
      handle: (body, delivery, signal) =>
        traced(delivery, signal, (context) => handler(body, context, envelopeOf(delivery))),
      ...(exhausted && {
        exhausted: (body: unknown, error: unknown, delivery: Delivery) =>
          traced(delivery, shutdown, (context) => exhausted(body, error, context)),
      }),
    })
    const group = options.order === 'key' ? `${service.name}-${ownerOf(contract.subject)}` : `${service.name}-${key}`
    groups.set(group, [...(groups.get(group) ?? []), { contract, options, deliver }])
  }

  return Promise.all(
    [...groups].map(([group, consumed]) => {
      const deliverOf = new Map(consumed.map(({ contract, deliver }) => [contract.subject, deliver]))
      return parts.bus.consume(
        {
          group,
          subjects: [...deliverOf.keys()],
          order: consumed[0]!.options.order,
          maxInFlight: Math.max(...consumed.map(({ options }) => options.maxInFlight)),
          leaseMs,
        },
        (delivery) => deliverOf.get(delivery.subject)!(delivery),
      )
    }),
  )
}
