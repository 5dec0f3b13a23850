import { setTimeout as pause } from 'node:timers/promises'
import { type BodyOf, type PartOf, ServiceError, version, type webhookDispatcher } from '@frontdesk/contracts'
import { ascending, descending } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import { signPayload } from '../endpoints/sign-payload.ts'
import { requireFilter } from '../events/event-access.ts'
import { isEvent, type ListenerEvent, lifeMs, unknownForMs } from './listener-document.ts'
import {
  abandonNumbers,
  getListener,
  gone,
  isOver,
  removeListenerEvents,
  renewListener,
  secretOf,
} from './listener-store.ts'

type Part = PartOf<typeof webhookDispatcher.streams.listenerFollow>

/** How often a reader looks for events. */
const pollMs = 150
const renewEveryMs = lifeMs / 4
const page = 50
/**
 * A number whose event is not there after this long is given up: its process died, or is very slow, and the event comes
 * under another one. Shorter than the lease after which it comes again, so that nobody waits for that.
 */
const holeMs = 5_000
/** Numbers in a row that are given up. More are those that were read and forgotten long ago. */
const maxAbandoned = 500
/** What was sent longer ago was received, or is not asked for any more: nobody may be away for so long. */
const sentForMs = 2 * lifeMs

/** What listens needs a moment until every process knows of it. */
const settleMs = unknownForMs + 250

/**
 * The events of a listener from behind a number on, signed as they are sent: first `ready`, from when on none is missed.
 * Ends when its reader goes; throws `not_found` when the listener has ended, `stream_broken` when the process stops.
 */
export async function* followListener(
  { listenerId, after, scopes }: BodyOf<typeof webhookDispatcher.streams.listenerFollow>,
  context: DispatcherContext,
): AsyncGenerator<Part> {
  const { tenant, collections, signal } = context
  const begun = await getListener(listenerId, context)
  if (isOver(begun, context)) throw gone()
  requireFilter(scopes, begun.body)
  const secret = secretOf(begun, context)
  if (after === undefined) await stay(settleMs, signal)
  let sent = after ?? 0
  let renewedAt = Number.NEGATIVE_INFINITY
  let holeSince: number | undefined
  /** What is missing before this is given up, or forgotten. */
  let whole = 0
  yield { type: 'ready', number: sent }

  while (!signal.aborted) {
    const listener = await getListener(listenerId, context)
    if (performance.now() - renewedAt > renewEveryMs) {
      await renewListener(listenerId, context)
      await removeSent(listenerId, sent, context)
      renewedAt = performance.now()
    }
    if (listener.body.last > sent) {
      const { items } = await collections.listenerEvents.find(tenant, {
        where: { listenerId, number: { gt: sent } },
        sort: ascending('number'),
        limit: page,
      })
      for (const { body: next } of items) {
        if (next.number > sent + 1 && next.number > whole) break
        if (isEvent(next)) yield* signedPieces(next, secret, context)
        sent = next.number
        holeSince = undefined
      }
      const behindHole = items.find(({ body }) => body.number > sent)?.body.number
      if (behindHole !== undefined) {
        holeSince ??= performance.now()
        if (performance.now() - holeSince > holeMs) {
          await abandonNumbers(listenerId, Math.max(sent + 1, behindHole - maxAbandoned), behindHole, context)
          whole = behindHole
          continue
        }
      } else if (items.length === page) continue
    }
    await stay(pollMs, signal)
  }
  throw new ServiceError('stream_broken')
}

async function stay(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error) => {
    if (!signal.aborted) throw error
  })
}

/** Characters of a body in one part: at three bytes each far less than a message of the bus, and than a reader's room. */
const pieceCharacters = 40_000

function* signedPieces(
  { number, event, body }: ListenerEvent,
  secret: string,
  { clock }: DispatcherContext,
): Generator<Part> {
  const timestampSeconds = Math.floor(clock.now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Frontdesk/${version}`,
    ...signPayload({ id: event.id, body, timestampSeconds }, [secret]),
  }
  for (let from = 0; from < body.length; from += pieceCharacters) {
    const piece = body.slice(from, from + pieceCharacters)
    const more = from + pieceCharacters < body.length
    yield { type: 'delivery', number, event, headers, body: piece, ...(more && { more }) }
  }
}

async function removeSent(listenerId: string, sent: number, context: DispatcherContext): Promise<void> {
  const { items } = await context.collections.listenerEvents.find(context.tenant, {
    where: { listenerId, number: { lte: sent } },
    sort: descending('number'),
    limit: 1_000,
  })
  const before = context.clock.now() - sentForMs
  const newestOld = items.find(({ body }) => body.heardAt < before)
  if (newestOld) await removeListenerEvents(listenerId, context, newestOld.body.number)
}
