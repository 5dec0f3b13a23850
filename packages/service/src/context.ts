import type { Bus } from '@frontdesk/bus'
import { type Contract, newId, type Query, ServiceError, type Stream } from '@frontdesk/contracts'
import { type Collection, type NewEvent, update } from '@frontdesk/documents'
import { type Cause, loggedCause, newCause } from './cause.ts'
import { type Clock, systemClock, timestampOf } from './clock.ts'
import type { Committed, Context, Decision } from './define.ts'
import type { UnavailableServices } from './deliver.ts'
import type { Log } from './log.ts'
import type { MessageMetrics } from './message-metrics.ts'
import type { Ports } from './ports.ts'
import type { Relay } from './relay.ts'
import { inSpan, spanAttributes, type Tracer } from './tracer.ts'
import { tracedModels } from './tracing.ts'
import { decode, encode, parse } from './wire.ts'

/** What stays the same for every message of one service. */
export type ContextParts = {
  service: string
  ports: Partial<Ports>
  collections: Record<string, Collection<any>>
  /** What every context of the service has in common. */
  shared: object
  bus: Bus
  relay: () => Relay
  /** Called after every commit. */
  watchers: ((committed: Committed) => void)[]
  shutdown: AbortSignal
  /** Work that outlives its message; `stop` waits for it. */
  detached: Set<Promise<void>>
  /** Of these what goes on until the service stops. */
  lasting: Set<Promise<void>>
  /** Told when something begins or is written, so that `settle` knows whether there may be more. */
  noteActivity(): void
  log: Log
  clock: Clock
  metrics: MessageMetrics
  tracer: Tracer
  partsAway: UnavailableServices
}

/** What belongs to one message, or to background work. */
export type Scope = {
  tenant: string
  signal: AbortSignal
  /** Absent in background work, which names that of what it takes up. */
  cause?: Cause
  causationId?: string
  deadline?: number
}

type AnyContext = Context<keyof Ports, any, any, any, any>

function headersOf(parts: ContextParts, scope: Scope, contract: Contract, cause: Cause, deadline?: number) {
  const headers: Record<string, string> = {
    'message-id': newId('evt'),
    time: timestampOf(parts.clock),
    traceparent: cause.traceparent,
    'correlation-id': cause.correlationId,
  }
  if (scope.causationId) headers['causation-id'] = scope.causationId
  if (deadline) headers.deadline = String(deadline)
  if (contract.kind !== 'event') headers.from = parts.service
  return headers
}

/** Makes the context that a handler gets. Cheap: called for every message. */
export function makeContext(parts: ContextParts, scope: Scope): AnyContext {
  const { bus, tracer } = parts
  const cause = scope.cause ?? newCause()
  const { correlationId, traceparent } = cause
  const attributes = tracer.isRecording ? spanAttributes(scope.tenant, correlationId) : {}
  let log: Log | undefined

  const own: Partial<AnyContext> = {
    tenant: scope.tenant,
    cause,
    signal: scope.signal,
    /** Made when something is logged: most messages log nothing of their own. */
    get log() {
      return (log ??= parts.log.child(loggedCause(cause)))
    },

    async ask(contract: Query, body: unknown, options: { timeoutMs?: number } = {}): Promise<any> {
      // In real time, as the wait for the reply: a clock that was moved makes no request late.
      const asked = systemClock.now()
      const allowedMs = options.timeoutMs ?? contract.timeoutMs
      const timeoutMs = scope.deadline ? Math.min(allowedMs, scope.deadline - asked) : allowedMs
      if (timeoutMs <= 0) throw new ServiceError('deadline_exceeded')
      const span = tracer.start(contract.subject, 'client', traceparent, attributes)
      const reply = await inSpan(span, (traceparent) => {
        const headers = headersOf(parts, scope, contract, { correlationId, traceparent }, asked + timeoutMs)
        return bus.request(contract.subject, encode(body), { tenant: scope.tenant, headers, timeoutMs })
      })
      return parse(contract.reply, decode(reply))
    },

    async *open(contract: Stream, body: unknown, options: { signal?: AbortSignal } = {}): AsyncGenerator<any> {
      const signal = options.signal ?? scope.signal
      const span = tracer.start(contract.subject, 'client', traceparent, attributes)
      try {
        const headers = headersOf(parts, scope, contract, { correlationId, traceparent: span.traceparent })
        const received = bus.openStream(contract.subject, encode(body), { tenant: scope.tenant, headers, signal })
        for await (const bytes of received) yield parse(contract.part, decode(bytes))
      } catch (error) {
        span.end(error)
        throw error
      } finally {
        span.end()
      }
    },

    event: (contract: Contract, body: unknown): NewEvent => ({
      id: newId('evt'),
      subject: contract.subject,
      headers: headersOf(parts, scope, contract, cause),
      body: parse(contract.body, body),
    }),

    async commit(collection: Collection<any>, id: string, decide: (current: any) => Decision<any> | undefined) {
      const stored = await update(collection, scope.tenant, id, decide)
      if (stored) {
        parts.relay().soon(collection, stored)
        for (const watch of parts.watchers) watch({ collection, stored, context })
      }
      return stored
    },

    detach(name: string, work: (context: AnyContext) => Promise<void>, options: { untilStop?: boolean } = {}) {
      parts.noteActivity()
      const { deadline: _, ...lasting } = scope
      const running = work(makeContext(parts, { ...lasting, cause, signal: parts.shutdown }))
        .catch((error) => context.log.error({ work: name, tenant: scope.tenant, err: error }, 'detached work failed'))
        .finally(() => {
          parts.detached.delete(running)
          parts.lasting.delete(running)
        })
      parts.detached.add(running)
      if (options.untilStop) parts.lasting.add(running)
    },

    trace(name: string, kind: 'server' | 'client' = 'server') {
      const span = tracer.start(name, kind, traceparent, attributes)
      const inside = { correlationId, traceparent: span.traceparent }
      return { context: makeContext(parts, { ...scope, cause: inside }), end: span.end }
    },

    forTenant(tenant: string, given: Cause | undefined = scope.cause) {
      return makeContext(parts, { tenant, signal: scope.signal, ...(given && { cause: given }) })
    },
    withSignal: (signal: AbortSignal) => makeContext(parts, { ...scope, cause, signal }),
  }
  const context = own as AnyContext
  Object.assign(context, parts.shared)
  const { models } = parts.ports
  if (models && tracer.isRecording)
    Object.assign(context, { models: tracedModels(models, tracer, traceparent, attributes) })
  return context
}
