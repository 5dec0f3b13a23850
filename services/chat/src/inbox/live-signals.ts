import type { BodyOf, chat, Presence, SourceProgress, Typing } from '@frontdesk/contracts'
import { descending, removeOld, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import { changeTopicOf } from '../conversations/change-topic.ts'
import { noConversation } from '../conversations/conversation-document.ts'
import type { LiveSignal } from './live-signal-document.ts'

/** How long presence is valid; clients repeat it every 20 s. */
const presentMs = 30_000
/** How long typing is valid; clients repeat it every 3 s. */
const typingMs = 6_000
/** How long the progress of a source is told to whoever begins to listen; it comes again about twice a second. */
const progressMs = 5_000
/** Agents of a tenant who are somewhere at once, customers who type, and sources that are read. */
const maxSignals = 1_000

const presenceIdOf = (agentId: string): string => `presence ${agentId}`

async function store(id: string, body: LiveSignal, context: ChatContext): Promise<void> {
  const { tenant, collections, state } = context
  await collections.liveSignals.put(tenant, id, body)
  state.signals.delete(tenant)
  state.liveTurns.notify(changeTopicOf(tenant))
}

async function requireConversation(conversationId: string, { tenant, collections }: ChatContext): Promise<void> {
  if (await collections.conversations.get(tenant, conversationId)) return
  throw noConversation()
}

/** Records where an agent is, for 30 s. Throws `not_found`. */
export async function recordPresence(
  { agentId, conversationId, state }: BodyOf<typeof chat.queries.presenceTell>,
  context: ChatContext,
): Promise<void> {
  if (conversationId !== null) await requireConversation(conversationId, context)
  const until = context.clock.now() + presentMs
  await store(presenceIdOf(agentId), { kind: 'presence', agentId, conversationId, state, until }, context)
}

/** Records that the customer of a conversation is typing. Throws `not_found`. */
export async function recordTyping(
  { conversationId }: BodyOf<typeof chat.queries.typingTell>,
  context: ChatContext,
): Promise<void> {
  await requireConversation(conversationId, context)
  const until = context.clock.now() + typingMs
  await store(`typing ${conversationId}`, { kind: 'typing', conversationId, until }, context)
}

/** Records how far reading a source has come. */
export async function recordSourceProgress(
  { sourceId, progress }: BodyOf<typeof chat.queries.sourceProgressTell>,
  context: ChatContext,
): Promise<void> {
  const until = context.clock.now() + progressMs
  await store(`source ${sourceId}`, { kind: 'source', sourceId, progress, until }, context)
}

/** The current signals. Simultaneous readers of a tenant in this process share one read. */
function readSignals({ tenant, collections, clock, state }: ChatContext): Promise<Stored<LiveSignal>[]> {
  const known = state.signals.get(tenant)
  if (known) return known
  const where = { until: { gt: clock.now() } }
  const reading = collections.liveSignals
    .find(tenant, { where, sort: descending('until'), limit: maxSignals })
    .then(({ items }) => items)
    .finally(() => {
      if (state.signals.get(tenant) === reading) state.signals.delete(tenant)
    })
  state.signals.set(tenant, reading)
  return reading
}

/** What is told of a signal; `from`: the conversation that an agent leaves with it. */
export type SignalNews = { said: Presence | Typing | SourceProgress; from?: string }

/**
 * What one reader has not been told yet, asked again and again: each presence that changed, that somebody is nowhere any
 * more, and each sign of typing and each progress of a source once.
 */
export function followSignals(context: ChatContext): () => Promise<SignalNews[]> {
  const told = new Map<string, { revision: number; presence?: Presence }>()
  return async () => {
    const signals = await readSignals(context)
    const news: SignalNews[] = []
    for (const { id, revision, body } of signals) {
      const before = told.get(id)
      if (before && before.revision >= revision) continue
      if (body.kind === 'typing') {
        told.set(id, { revision })
        news.push({ said: { type: 'typing', conversationId: body.conversationId, by: 'customer' } })
        continue
      }
      if (body.kind === 'source') {
        told.set(id, { revision })
        news.push({ said: { type: 'source.progress', sourceId: body.sourceId, progress: body.progress } })
        continue
      }
      const { agentId, conversationId, state } = body
      const presence: Presence = { type: 'presence', agentId, conversationId, state }
      const isSame = before?.presence?.conversationId === conversationId && before.presence.state === state
      told.set(id, { revision, presence })
      if (isSame || (conversationId === null && before?.presence === undefined)) continue
      news.push({ said: presence, ...leaving(before?.presence) })
    }
    const believed = new Set(signals.map(({ id }) => id))
    for (const [id, { presence }] of told) {
      if (believed.has(id)) continue
      told.delete(id)
      if (presence && presence.conversationId !== null)
        news.push({ said: { ...presence, conversationId: null }, ...leaving(presence) })
    }
    return news
  }
}

const leaving = (before: Presence | undefined): { from?: string } =>
  typeof before?.conversationId === 'string' ? { from: before.conversationId } : {}

/** An agent who was removed is nowhere, at once. */
export async function removePresence(agentId: string, { tenant, collections, state }: ChatContext): Promise<void> {
  if (!(await collections.liveSignals.remove(tenant, presenceIdOf(agentId)))) return
  state.signals.delete(tenant)
  state.liveTurns.notify(changeTopicOf(tenant))
}

/** Removes what nobody believes any more. */
export async function purgeSignals({ collections, clock, signal }: ChatContext): Promise<void> {
  await removeOld(collections.liveSignals, { field: 'until', before: clock.now() - presentMs }, signal)
}
