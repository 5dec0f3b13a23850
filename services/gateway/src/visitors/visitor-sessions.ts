import { type BodyOf, chat, isFresh, newId, ServiceError, type Settings } from '@frontdesk/contracts'
import { removeOld, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { LRUCache } from 'lru-cache'
import type { GatewayContext } from '../context.ts'
import type { Caller, VisitorReader, WidgetReader } from '../keys/caller.ts'
import { hashOfToken, isToken, randomToken } from '../people/random-token.ts'
import { settingsOf } from '../widgets/widget-document.ts'
import type { VisitorSessionRecord } from './visitor-session-document.ts'

const dayMs = 24 * 3_600_000
/** How long an anonymous session lasts at most after its last use. */
const maxAnonymousMs = 30 * dayMs
/** How much of its time an anonymous session may lose before it is prolonged: a day of 30. */
const prolongedAfter = 1 / 30
/** How long a session that was read is believed. One that ended has to be over within 2 s everywhere. */
const trustMs = 1_000
const maxCached = 20_000
/** Sessions that are shortened at once. */
const page = 500
const prefix = 'fdv_'

const lastsMsOf = ({ anonymousRetentionDays: days }: Pick<Settings, 'anonymousRetentionDays'>): number =>
  Math.min(maxAnonymousMs, (days ?? Number.POSITIVE_INFINITY) * dayMs)

/** How long the tenant's anonymous sessions last after their last use. */
const readLastsMs = async (context: GatewayContext): Promise<number> =>
  lastsMsOf(await context.ask(chat.queries.settingsRead, {}))

/** Begins a session and answers its token, which is shown this once. */
export async function beginVisitorSession(
  begun: Pick<VisitorSessionRecord, 'widgetId' | 'visitorId' | 'verified' | 'hasWorked'> & { endsAt?: number },
  context: GatewayContext,
): Promise<{ token: string; endsAt: number }> {
  const { tenant, collections, clock } = context
  const token = prefix + randomToken()
  const lastsMs = begun.endsAt === undefined ? await readLastsMs(context) : undefined
  const endsAt = begun.endsAt ?? clock.now() + lastsMs!
  await collections.visitorSessions.insert(tenant, newId('vss'), {
    ...begun,
    endsAt,
    ...(lastsMs !== undefined && { lastsMs }),
    hash: hashOfToken(token),
    createdAt: timestampOf(clock),
  })
  return { token, endsAt }
}

/** Whether an anonymous session is to be prolonged now that it is used. */
const hasLost = ({ endsAt, lastsMs = maxAnonymousMs }: VisitorSessionRecord, now: number): boolean =>
  endsAt - now < lastsMs * (1 - prolongedAfter)

/** Moves the end of an anonymous session on, at most once a day, and answers it; undefined for one that is over. */
export async function prolongVisitorSession(sessionId: string, context: GatewayContext): Promise<number | undefined> {
  const { collections, commit, clock } = context
  const lastsMs = await readLastsMs(context)
  const now = clock.now()
  const stored = await commit(collections.visitorSessions, sessionId, (current) =>
    current && (hasLost(current.body, now) || current.body.lastsMs !== lastsMs)
      ? { body: { ...current.body, endsAt: now + lastsMs, lastsMs } }
      : undefined,
  )
  return stored?.body.endsAt
}

/** Ends anonymous sessions sooner that would last longer after their last use than the tenant wants now. */
export async function shortenVisitorSessions(
  { settings, changed }: BodyOf<typeof chat.events.settingsChanged>,
  { tenant, collections, commit, clock, signal }: GatewayContext,
): Promise<void> {
  if (!changed.includes('anonymousRetentionDays')) return
  const lastsMs = lastsMsOf(settings)
  let found: number
  do {
    signal.throwIfAborted()
    const { items } = await collections.visitorSessions.find(tenant, {
      where: { verified: false, endsAt: { gt: clock.now() + lastsMs } },
      sort: { field: 'endsAt', direction: 'desc' },
      limit: page,
    })
    for (const { id } of items)
      await commit(collections.visitorSessions, id, (current) => {
        const { endsAt, lastsMs: before = maxAnonymousMs } = current?.body ?? { endsAt: 0 }
        return current && before > lastsMs
          ? { body: { ...current.body, endsAt: endsAt - before + lastsMs, lastsMs } }
          : undefined
      })
    found = items.length
  } while (found === page)
}

/** Ends a session. One that is over already stays so. */
export async function endVisitorSession(
  { tenant, visitor, presented }: Caller,
  reader: VisitorReader,
  { collections }: GatewayContext,
): Promise<void> {
  if (visitor) await collections.visitorSessions.remove(tenant, visitor.sessionId)
  reader.forget(presented)
}

const isOver = () => new ServiceError('unauthenticated', { detail: 'This visitor session has ended. Start a new one.' })

/** Looks visitors up by the SHA-256 of their token and remembers them for `trustMs`. */
export function makeVisitorReader(context: GatewayContext, widgets: WidgetReader): VisitorReader {
  const { clock, collections } = context
  const known = new LRUCache<string, { session: Stored<VisitorSessionRecord>; readAt: number }>({ max: maxCached })

  async function sessionOf(presented: string): Promise<Stored<VisitorSessionRecord> | undefined> {
    const now = clock.now()
    const entry = known.get(presented)
    if (entry && isFresh(entry.readAt, trustMs, now)) return entry.session
    known.delete(presented)
    const where = { hash: hashOfToken(presented) }
    const [session] = await collections.visitorSessions.findAcrossTenants({ where, limit: 1 })
    if (!session) return undefined
    known.set(presented, { session, readAt: now })
    if (!session.body.verified && hasLost(session.body, now)) prolong(session)
    return session
  }

  function prolong({ tenant, id }: Stored<VisitorSessionRecord>) {
    context.forTenant(tenant).detach('extend a visitor session', async (own) => {
      await prolongVisitorSession(id, own)
    })
  }

  return {
    async read(presented) {
      if (!presented?.startsWith(prefix) || !isToken(presented.slice(prefix.length)))
        throw new ServiceError('unauthenticated', { detail: 'Send a visitor’s token as Authorization: Bearer.' })
      const session = await sessionOf(presented)
      if (!session || session.body.endsAt <= clock.now()) throw isOver()
      const { widgetId, visitorId, verified, hasWorked = false, endsAt } = session.body
      const widget = await widgets.find(widgetId).catch((error: unknown) => {
        throw error instanceof ServiceError && error.code === 'not_found' ? isOver() : error
      })
      const isOfAnother = widget.tenant !== session.tenant
      if (isOfAnother || (settingsOf(widget.body).identity.mode === 'required' && !verified)) throw isOver()
      return {
        tenant: session.tenant,
        // A message that is sent again after the session was renewed is the same message.
        keyId: visitorId,
        kind: 'visitor',
        scopes: [],
        endsAt,
        presented,
        visitor: { id: visitorId, sessionId: session.id, widget, verified, hasWorked },
      }
    },
    forget: (presented) => void known.delete(presented),
  }
}

/** Removes sessions of visitors that are over, and what was counted in windows that ended. */
export async function sweepVisitorSessions({ collections, clock, signal }: GatewayContext): Promise<void> {
  await removeOld(collections.visitorCounters, { field: 'endsAt', before: clock.now() }, signal)
  await removeOld(collections.visitorSessions, { field: 'endsAt', before: clock.now() }, signal)
}
