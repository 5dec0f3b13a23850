import type { Bus } from '@frontdesk/bus'
import { type Contract, newId, type Query, ServiceError, type Stream } from '@frontdesk/contracts'
import { type Collection, type NewEvent, update } from '@frontdesk/documents'
import type { Clock } from './clock.ts'
import { timestampOf } from './clock.ts'
import type { Context, Decision } from './define.ts'
import type { Log } from './log.ts'
import type { MessageMetrics } from './message-metrics.ts'
import type { Ports } from './ports.ts'
import type { Relay } from './relay.ts'
import { newTraceparent } from './trace.ts'
import { type Tracer, tracedModels } from './tracing.ts'
import { decode, encode, parse } from './wire.ts'

/** What stays the same for every message of one service. */
export type ContextParts = {
  service: string
  config: unknown
  ports: Partial<Ports>
  collections: Record<string, Collection<any>>
  bus: Bus
  relay: () => Relay
  shutdown: AbortSignal
  /** Work that outlives its message; `stop` waits for it. */
  detached: Set<Promise<void>>
  log: Log
  clock: Clock
  metrics: MessageMetrics
  tracer: Tracer
}

/** What belongs to one message, or to background work. */
export type Scope = {
  tenant: string
  signal: AbortSignal
  traceparent?: string
  causationId?: string
  deadline?: number
}

type AnyContext = Context<keyof Ports, any, any, any, any>

/** What every context of a service has in common, made once. */
const shared = new WeakMap<ContextParts, object>()

function sharedOf(parts: ContextParts): object {
  const known = shared.get(parts)
  if (known) return known
  const { ports, config, collections, log, clock } = parts
  const made = { ...ports, config, collections, log, clock }
  shared.set(parts, made)
  return made
}

function headersOf(parts: ContextParts, scope: Scope, contract: Contract, traceparent: string, deadline?: number) {
  const headers: Record<string, string> = { 'message-id': newId('evt'), time: timestampOf(parts.clock), traceparent }
  if (scope.causationId) headers['causation-id'] = scope.causationId
  if (deadline) headers.deadline = String(deadline)
  if (contract.kind !== 'event') headers.from = parts.service
  return headers
}

/** Makes the context that a handler gets. Cheap: called for every message. */
export function makeContext(parts: ContextParts, scope: Scope): AnyContext {
  const { bus, tracer } = parts
  const traceparent = scope.traceparent ?? newTraceparent()

  const own: Partial<AnyContext> = {
    tenant: scope.tenant,
    traceparent,
    signal: scope.signal,

    async ask(contract: Query, body: unknown, options: { timeoutMs?: number } = {}): Promise<any> {
      const asked = Date.now()
      const allowedMs = options.timeoutMs ?? contract.timeoutMs
      const timeoutMs = scope.deadline ? Math.min(allowedMs, scope.deadline - asked) : allowedMs
      if (timeoutMs <= 0) throw new ServiceError('deadline_exceeded')
      const span = tracer.start(contract.subject, 'client', traceparent)
      try {
        const headers = headersOf(parts, scope, contract, span.traceparent, asked + timeoutMs)
        const reply = await bus.request(contract.subject, encode(body), { tenant: scope.tenant, headers, timeoutMs })
        span.end()
        return parse(contract.reply, decode(reply))
      } catch (error) {
        span.end(error)
        throw error
      }
    },

    async *open(contract: Stream, body: unknown, options: { signal?: AbortSignal } = {}): AsyncGenerator<any> {
      const signal = options.signal ?? scope.signal
      const span = tracer.start(contract.subject, 'client', traceparent)
      try {
        const headers = headersOf(parts, scope, contract, span.traceparent)
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
      headers: headersOf(parts, scope, contract, traceparent),
      body: parse(contract.body, body),
    }),

    async commit(collection: Collection<any>, id: string, decide: (current: any) => Decision<any> | undefined) {
      const stored = await update(collection, scope.tenant, id, decide)
      if (stored) parts.relay().soon(collection, stored)
      return stored
    },

    detach(name: string, work: (context: AnyContext) => Promise<void>) {
      const { deadline: _, ...lasting } = scope
      const running = work(makeContext(parts, { ...lasting, traceparent, signal: parts.shutdown }))
        .catch((error) => parts.log.error({ work: name, tenant: scope.tenant, err: error }, 'detached work failed'))
        .finally(() => parts.detached.delete(running))
      parts.detached.add(running)
    },

    trace(name: string) {
      const span = tracer.start(name, 'server', scope.traceparent)
      return { context: makeContext(parts, { ...scope, traceparent: span.traceparent }), end: span.end }
    },

    forTenant: (tenant: string, options: { traceparent?: string } = {}) =>
      makeContext(parts, {
        tenant,
        signal: scope.signal,
        ...(options.traceparent && { traceparent: options.traceparent }),
      }),
  }
  const context = Object.assign(own, sharedOf(parts)) as AnyContext
  const { models } = parts.ports
  return models && tracer.isRecording ? { ...context, models: tracedModels(models, tracer, traceparent) } : context
}
