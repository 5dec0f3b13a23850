import type { Settings } from '@frontdesk/contracts'
import { ascending, type Stored } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'

/** Conversations removed at once. */
const atOnce = 100
/** Conversations looked at in one step of a walk. */
const lookAtMost = 2_000

type Found = { ids: string[]; cursor: string | null }

/** Which conversations of a tenant are removed after how many days without a message. */
export type RetentionRule = {
  /** null: none. */
  days(settings: Settings, context: ChatContext): number | null | Promise<number | null>
  /** Between the end of a run and the next one, in milliseconds. */
  restMs: number
  /** Candidates from before a time, oldest first; `cursor` goes on behind those that stay. */
  find(before: string, cursor: string | undefined, context: ChatContext): Promise<Found>
  /** Whether a candidate is removed. */
  isDue(stored: Stored<ConversationDocument>, before: string, context: ChatContext): Promise<boolean>
}

/** Only finished conversations are removed automatically, except those of anonymous visitors. */
const over = ['closed', 'resolved'] as const
const isOver = ({ status }: ConversationDocument): boolean => over.some((each) => each === status)
const isOld = ({ lastMessageAt, turns }: ConversationDocument, before: string): boolean =>
  lastMessageAt < before && turns.length === 0

const hourMs = 3_600_000

const finished: RetentionRule = {
  days: ({ retentionDays }) => retentionDays,
  restMs: hourMs,
  async find(before, _, { tenant, collections }) {
    const ids: string[] = []
    for (const status of over) {
      const { items } = await collections.conversations.find(tenant, {
        where: { status, lastMessageAt: { lt: before } },
        sort: ascending('lastMessageAt'),
        limit: atOnce,
      })
      ids.push(...items.filter(({ body, outbox }) => isOld(body, before) && outbox.length === 0).map(({ id }) => id))
    }
    return { ids: ids.slice(0, atOnce), cursor: ids.length > 0 ? '' : null }
  },
  isDue: async ({ body }, before) => isOver(body) && isOld(body, before),
}

/** Whether a person wrote to the visitor. */
async function hasPersonAnswered(conversationId: string, { tenant, collections }: ChatContext): Promise<boolean> {
  const where = { conversationId, 'author.kind': 'agent', kind: 'message' }
  const { items } = await collections.messages.find(tenant, { where, limit: 1 })
  return items.length > 0
}

const anonymous: RetentionRule = {
  days: ({ anonymousRetentionDays }) => anonymousRetentionDays,
  restMs: hourMs,
  async find(before, cursor, { tenant, collections }) {
    const { items, nextCursor } = await collections.conversations.scan(tenant, {
      // Whoever has answered has the conversation, so that those of people are not looked at each time.
      along: { 'visitor.verified': false, handler: { in: ['ai', 'queue'] }, lastMessageAt: { lt: before } },
      sort: ascending('lastMessageAt'),
      lookAtMost,
      limit: atOnce,
      cursor,
    })
    return { ids: items.map(({ id }) => id), cursor: nextCursor }
  },
  async isDue({ id, body }, before, context) {
    if (body.visitor === undefined || body.visitor.verified || !isOld(body, before)) return false
    // What waits for people waits until they have seen it.
    if (!isOver(body) && body.handler !== 'ai') return false
    return !(await hasPersonAnswered(id, context))
  },
}

/** Conversations that their visitors asked to have deleted, whatever state they are in. */
const requested: RetentionRule = {
  days: async (_, context) => ((await findRequested(1, context)).length > 0 ? 0 : null),
  // One that had work to end is looked at again.
  restMs: 10_000,
  async find(_, __, context) {
    const found = await findRequested(atOnce, context)
    const ids = found.filter(({ body, outbox }) => body.turns.length === 0 && outbox.length === 0).map(({ id }) => id)
    return { ids, cursor: ids.length > 0 ? '' : null }
  },
  isDue: async ({ body }) => body.deletionRequestedAt !== undefined && body.turns.length === 0,
}

const findRequested = async (limit: number, { tenant, collections }: ChatContext) =>
  (
    await collections.conversations.find(tenant, {
      where: { deletionRequestedAt: { exists: true } },
      sort: ascending('deletionRequestedAt'),
      limit,
    })
  ).items

/** The rules, by the id of the document that has their progress. */
export const retentionRules = { retention: finished, anonymous, requested } satisfies Record<string, RetentionRule>
export type RetentionRuleName = keyof typeof retentionRules
