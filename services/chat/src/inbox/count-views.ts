import type { BodyOf, chat, ReplyOf } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { countConversations } from '../conversations/find-conversations.ts'
import { type Readable, unreadOf } from './read-markers.ts'
import { findView } from './views.ts'

/** The highest count of conversations, and how many are read for it. */
const bounds = { countTo: 1_000, lookAtMost: 10_000 }

type Counts = ReplyOf<typeof chat.queries.inboxCount>['items']

/**
 * How many conversations views have, and for an agent how many of them are unread. A view that is not there is left out:
 * somebody may have deleted it just now, and the others still count.
 */
export async function countViews(
  { views, agentId }: BodyOf<typeof chat.queries.inboxCount>,
  context: ChatContext,
): Promise<{ items: Counts }> {
  const found: { view: string; counted: Readable[]; isExact: boolean }[] = []
  // One after the other: each is a few milliseconds of the thread that reads, and lists come in between.
  for (const view of new Set(views)) {
    const seen = await findView(view, { agentId }, context)
    if (!seen) continue
    const { filter } = seen
    found.push({ view, ...(await countConversations(filter, { agentId, ...bounds }, context)) })
  }
  // Views overlap: each conversation is looked up once.
  const each = new Map(found.flatMap(({ counted }) => counted.map((one) => [one.id, one] as const)))
  const unread = agentId === undefined ? undefined : await unreadOf(agentId, [...each.values()], context)
  const items = found.map(({ view, counted, isExact }): Counts[number] => ({
    view,
    count: counted.length,
    exact: isExact,
    ...(unread && { unread: counted.filter(({ id }) => unread.has(id)).length }),
  }))
  return { items }
}
