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

/** Makes the context that a handler gets. Cheap: called for every message. */
export function makeContext(parts: ContextParts, scope: Scope): AnyContext {
  const { bus, clock } = parts
  const traceparent = scope.traceparent ?? newTraceparent()

  const headers = (contract: Contract, parent: string, deadline?: number): Record<string, string> => ({
    'message-id': newId('evt'),
    time: timestampOf(clock),
    traceparent: parent,
    ...(scope.causationId && { 'causation-id': scope.causationId }),
    ...(deadline && { deadline: String(deadline) }),
    ...(contract.kind !== 'event' && { from: parts.service }),
  })

  async function ask(contract: Query, body: unknown, options: { timeoutMs?: number } = {}): Promise<any> {
    const asked = Date.now()
    const timeoutMs = Math.min(
      options.timeoutMs ?? contract.timeoutMs,
      (scope.deadline ?? Number.POSITIVE_INFINITY) - asked,
    )
    if (timeoutMs <= 0) throw new ServiceError('deadline_exceeded')
    const span = parts.tracer.start(contract.subject, 'client', traceparent)
    try {
      const bytes = await bus.request(contract.subject, encode(body), {
        tenant: scope.tenant,
        headers: headers(contract, span.traceparent, asked + timeoutMs),
        timeoutMs,
      })
      span.end()
      return parse(contract.reply, decode(bytes))
    } catch (error) {
      span.end(error)
      throw error
    }
  }

  async function* open(contract: Stream, body: unknown, options: { signal?: AbortSignal } = {}): AsyncGenerator<any> {
    const signal = options.signal ?? scope.signal
    const span = parts.tracer.start(contract.subject, 'client', traceparent)
    try {
      const opened = { tenant: scope.tenant, headers: headers(contract, span.traceparent), signal }
      const received = bus.openStream(contract.subject, encode(body), opened)
      for await (const bytes of received) yield parse(contract.part, decode(bytes))
    } catch (error) {
      span.end(error)
      throw error
    } finally {
      span.end()
    }
  }

  const event = (contract: Contract, body: unknown): NewEvent => ({
    id: newId('evt'),
    subject: contract.subject,
    headers: headers(contract, traceparent),
    body: parse(contract.body, body),
  })

  async function commit(collection: Collection<any>, id: string, decide: (current: any) => Decision<any> | undefined) {
    const stored = await update(collection, scope.tenant, id, decide)
    if (stored) parts.relay().soon(collection, stored)
    return stored
  }

  const { models } = parts.ports
  return {
    ...parts.ports,
    ...(models && { models: tracedModels(models, parts.tracer, traceparent) }),
    tenant: scope.tenant,
    traceparent,
    config: parts.config,
    collections: parts.collections,
    log: parts.log,
    clock,
    signal: scope.signal,
    ask,
    open,
    event,
    commit,
    detach(name: string, work: (context: AnyContext) => Promise<void>) {
      const { deadline: _, ...lasting } = scope
      const running = work(makeContext(parts, { ...lasting, traceparent, signal: parts.shutdown }))
        .catch((error) => parts.log.error({ work: name, tenant: scope.tenant, err: error }, 'detached work failed'))
        .finally(() => parts.detached.delete(running))
      parts.detached.add(running)
    },
    trace(name: string) {
      const span = parts.tracer.start(name, 'server', scope.traceparent)
      return { context: makeContext(parts, { ...scope, traceparent: span.traceparent }), end: span.end }
    },
    forTenant: (tenant: string, options: { traceparent?: string } = {}) =>
      makeContext(parts, {
        tenant,
        signal: scope.signal,
        ...(options.traceparent && { traceparent: options.traceparent }),
      }),
  } as AnyContext
}
