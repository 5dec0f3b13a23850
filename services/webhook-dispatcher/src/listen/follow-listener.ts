import { setTimeout as pause } from 'node:timers/promises'
import { type BodyOf, type listenerFollow, type PartOf, ServiceError } from '@frontdesk/contracts'
import packageJson from '../../package.json' with { type: 'json' }
import type { DispatcherContext } from '../context.ts'
import { signPayload } from '../sign-payload.ts'
import { type HeardEvent, isEvent, lifeMs, unknownForMs } from './documents.ts'
import { forgetHeard, getListener, giveUp, gone, isOver, renewListener, secretOf } from './keep-listeners.ts'

type Part = PartOf<typeof listenerFollow>

/** How often a reader looks for events. */
const lookEveryMs = 150
const renewEveryMs = lifeMs / 4
const page = 50
/**
 * A number whose event is not there after this long is given up: its process died, or is very slow, and the event comes
 * under another one. Shorter than the lease after which it comes again, so that nobody waits for that.
 */
const holeMs = 5_000
/** Numbers in a row that are given up. More are those that were read and forgotten long ago. */
const mostGivenUp = 500
/** What was sent longer ago was received, or is not asked for any more: nobody may be away for so long. */
const sentForMs = 2 * lifeMs

/** What listens needs a moment until every process knows of it. */
const settleMs = unknownForMs + 250

/**
 * The events of a listener from behind a number on, signed as they are sent: first `ready`, from when on none is missed.
 * Ends when its reader goes; throws `not_found` when the listener has ended, `stream_broken` when the process stops.
 */
export async function* followListener(
  { listenerId, after }: BodyOf<typeof listenerFollow>,
  context: DispatcherContext,
): AsyncGenerator<Part> {
  const { tenant, collections, signal } = context
  const begun = await getListener(listenerId, context)
  if (isOver(begun, context)) throw gone()
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
      await forgetSent(listenerId, sent, context)
      renewedAt = performance.now()
    }
    if (listener.body.last > sent) {
      const { items } = await collections.heard.find(tenant, {
        where: { listenerId, number: { gt: sent } },
        sort: { field: 'number', direction: 'asc' },
        limit: page,
      })
      for (const { body: heard } of items) {
        if (heard.number > sent + 1 && heard.number > whole) break
        if (isEvent(heard)) yield* signedPieces(heard, secret, context)
        sent = heard.number
        holeSince = undefined
      }
      const behindHole = items.find(({ body }) => body.number > sent)?.body.number
      if (behindHole !== undefined) {
        holeSince ??= performance.now()
        if (performance.now() - holeSince > holeMs) {
          await giveUp(listenerId, Math.max(sent + 1, behindHole - mostGivenUp), behindHole, context)
          whole = behindHole
          continue
        }
      } else if (items.length === page) continue
    }
    await stay(lookEveryMs, signal)
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
  { number, event, body }: HeardEvent,
  secret: string,
  { clock }: DispatcherContext,
): Generator<Part> {
  const timestampSeconds = Math.floor(clock.now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Frontdesk/${packageJson.version}`,
    ...signPayload({ id: event.id, body, timestampSeconds }, [secret]),
  }
  for (let from = 0; from < body.length; from += pieceCharacters) {
    const piece = body.slice(from, from + pieceCharacters)
    const more = from + pieceCharacters < body.length
    yield { type: 'delivery', number, event, headers, body: piece, ...(more && { more }) }
  }
}

async function forgetSent(listenerId: string, sent: number, context: DispatcherContext): Promise<void> {
  const { items } = await context.collections.heard.find(context.tenant, {
    where: { listenerId, number: { lte: sent } },
    sort: { field: 'number', direction: 'desc' },
    limit: 1_000,
  })
  const before = context.clock.now() - sentForMs
  const newestOld = items.find(({ body }) => body.heardAt < before)
  if (newestOld) await forgetHeard(listenerId, context, newestOld.body.number)
}
