import { type Change, ServiceError } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { followChanges } from '../conversations/change-log.ts'
import type { VisitorFeed, VisitorInbox, VisitorNews } from './visitor-feed-state.ts'

/** What a visitor is told of; `message.delivery` and what is about people alone they are not. */
export const toldTypes = [
  'conversation.created',
  'conversation.changed',
  'conversation.escalated',
  'conversation.resolved',
  'conversation.rated',
  'message.received',
  'message.sent',
]

/** Conversations of which a feed remembers whose they are. */
const maxKnown = 5_000
/** News that a reader may leave lying: whoever reads slower than that begins again where they are. */
const maxWaiting = 1_000

/** The visitor of a conversation; undefined for one of nobody. */
export async function visitorIdOf(
  conversationId: string,
  { tenant, collections }: ChatContext,
): Promise<string | undefined> {
  const [found] = await collections.conversations.readFields(tenant, [conversationId], ['visitor.id'])
  const visitorId = found?.values[0]
  return typeof visitorId === 'string' ? visitorId : undefined
}

const tell = (feed: VisitorFeed, visitorId: string | undefined, news: VisitorNews): void => {
  for (const inbox of (visitorId !== undefined && feed.readers.get(visitorId)) || []) {
    inbox.news.push(news)
    if (inbox.news.length > maxWaiting) inbox.failure ??= new ServiceError('stream_broken')
    inbox.wake()
  }
}

const tellTyping = (
  feed: VisitorFeed,
  agentId: string,
  { conversationId, visitorId }: { conversationId: string; visitorId: string | undefined },
  active: boolean,
): void => tell(feed, visitorId, { typing: { conversationId, agentId, active } })

/** Follows a tenant's changes until nobody listens, and hands each to those whose conversation it is about. */
async function run(feed: VisitorFeed, hasStarted: () => void, context: ChatContext): Promise<void> {
  const known = new Map<string, string | undefined>()
  const ownerOf = async (conversationId: string) => {
    const visitorId = await visitorIdOf(conversationId, context)
    if (known.size >= maxKnown) known.clear()
    known.set(conversationId, visitorId)
    return visitorId
  }
  // Before anything else is read of it: most changes are about nobody who listens.
  const wants = async ({ type, conversationId }: { type: string; conversationId?: string | undefined }) => {
    if (conversationId === undefined) return false
    // Whoever changes may have become another visitor's: a user who signed in at the site.
    const isKnown = type !== 'conversation.changed' && known.has(conversationId)
    const owner = isKnown ? known.get(conversationId) : await ownerOf(conversationId)
    return owner !== undefined && feed.readers.has(owner)
  }
  for await (const each of followChanges({ types: [...toldTypes, 'presence'] }, context, wants)) {
    if (each.type === 'ready') hasStarted()
    else if (each.type === 'presence') {
      const { agentId, conversationId } = each
      const before = feed.writing.get(agentId)
      const now = each.state === 'replying' && conversationId !== null ? conversationId : undefined
      if (before?.conversationId === now) continue
      feed.writing.delete(agentId)
      if (before) tellTyping(feed, agentId, before, false)
      if (now === undefined) continue
      const written = { conversationId: now, visitorId: await ownerOf(now) }
      feed.writing.set(agentId, written)
      tellTyping(feed, agentId, written, true)
    } else if ('number' in each && 'conversation' in each)
      tell(feed, each.conversation?.visitor?.id, { change: each as Change })
  }
}

function open(context: ChatContext): VisitorFeed {
  const { tenant, state } = context
  const stopping = new AbortController()
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  started.catch(() => {})
  const feed: VisitorFeed = { started, readers: new Map(), writing: new Map(), stop: () => stopping.abort() }
  context.detach(
    'follow changes for visitors',
    async (own) => {
      try {
        await run(feed, resolve, own.withSignal(AbortSignal.any([own.signal, stopping.signal])))
        throw new ServiceError('stream_broken')
      } catch (error) {
        // Whoever listens begins again, and with it another feed.
        if (state.visitorFeeds.get(tenant) === feed) state.visitorFeeds.delete(tenant)
        reject(error)
        for (const inbox of [...feed.readers.values()].flatMap((inboxes) => [...inboxes])) {
          inbox.failure ??= error
          inbox.wake()
        }
        if (!stopping.signal.aborted && !own.signal.aborted) throw error
      }
    },
    { untilStop: true },
  )
  return feed
}

/**
 * Listens for a visitor: one follower of the tenant's changes serves all visitors of this process. `next` resolves with what
 * came, in order, and with nothing when the reader's signal aborts; it throws when the reader has to begin again.
 */
export function listenFor(visitorId: string, context: ChatContext) {
  const { tenant, state, signal } = context
  const feed = state.visitorFeeds.get(tenant) ?? open(context)
  state.visitorFeeds.set(tenant, feed)
  const inbox: VisitorInbox = { news: [], wake: () => {} }
  const inboxes = feed.readers.get(visitorId) ?? new Set()
  feed.readers.set(visitorId, inboxes.add(inbox))
  const wake = () => inbox.wake()
  signal.addEventListener('abort', wake)
  return {
    started: feed.started,
    /** Agents who write to the visitor already. */
    writing: () =>
      [...feed.writing].flatMap(([agentId, { conversationId, visitorId: to }]) =>
        to === visitorId ? [{ conversationId, agentId }] : [],
      ),
    async next(): Promise<VisitorNews[]> {
      while (inbox.news.length === 0 && inbox.failure === undefined && !signal.aborted)
        await new Promise<void>((resolve) => {
          inbox.wake = resolve
        })
      if (inbox.failure !== undefined && !signal.aborted) throw inbox.failure
      return inbox.news.splice(0)
    },
    leave(): void {
      signal.removeEventListener('abort', wake)
      inboxes.delete(inbox)
      if (inboxes.size === 0) feed.readers.delete(visitorId)
      if (feed.readers.size > 0) return
      feed.stop()
      if (state.visitorFeeds.get(tenant) === feed) state.visitorFeeds.delete(tenant)
    },
  }
}
