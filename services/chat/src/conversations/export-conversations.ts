import type { BodyOf, Conversation, chat } from '@frontdesk/contracts'
import { writeCsv, writeListCell } from '@frontdesk/text-files'
import type { ChatContext } from '../context.ts'
import { toConversation } from './conversation-document.ts'
import { runBulk } from './run-bulk.ts'

/** Conversations that are read and sent together. */
const step = 50

/** What only a list of conversations shows. */
type ListField = 'preview' | 'waitingSince' | 'firstResponseAt' | 'unread'
type Columns = Record<string, (conversation: Conversation) => unknown>

/** The targets of a conversation, without what names the policy. */
function slaTargetsOf(sla: Conversation['sla']) {
  const { policyId: _, ...targets } = sla ?? { policyId: '' }
  return targets
}

/** The columns of the CSV that each field becomes, in order: the compiler asks for those of a new field. */
const columnsOfField: { [Field in Exclude<keyof Conversation, ListField>]-?: Columns } = {
  id: { id: ({ id }) => id },
  status: { status: ({ status }) => status },
  handler: { handler: ({ handler }) => handler },
  channel: { channel: ({ channel }) => channel },
  subject: { subject: ({ subject }) => subject },
  contactId: { contactId: ({ contactId }) => contactId },
  contact: {
    contactName: ({ contact }) => contact?.name,
    contactEmail: ({ contact }) => contact?.email,
    contactPhone: ({ contact }) => contact?.phone,
  },
  visitor: {
    visitorName: ({ visitor }) => visitor?.name,
    visitorEmail: ({ visitor }) => visitor?.email,
  },
  assignee: { assignee: ({ assignee }) => assignee },
  teamId: { teamId: ({ teamId }) => teamId },
  tags: { tags: ({ tags }) => writeListCell(tags) },
  language: { language: ({ language }) => language },
  createdAt: { createdAt: ({ createdAt }) => createdAt },
  updatedAt: { updatedAt: ({ updatedAt }) => updatedAt },
  lastMessageAt: { lastMessageAt: ({ lastMessageAt }) => lastMessageAt },
  messageCount: { messageCount: ({ messageCount }) => messageCount },
  resolved: {
    resolvedBy: ({ resolved }) => resolved?.by,
    resolvedHow: ({ resolved }) => resolved?.how,
  },
  escalation: {
    escalationReason: ({ escalation }) => escalation?.reason,
    escalationSummary: ({ escalation }) => escalation?.summary,
  },
  sla: {
    slaPolicyId: ({ sla }) => sla?.policyId,
    slaDueAt: ({ sla }) =>
      Object.values(slaTargetsOf(sla))
        .flatMap(({ dueAt, metAt, breachedAt }) => (metAt || breachedAt ? [] : (dueAt ?? [])))
        .sort()[0],
    slaBreached: ({ sla }) =>
      writeListCell(
        Object.entries(slaTargetsOf(sla)).flatMap(([target, { breachedAt }]) => (breachedAt ? [target] : [])),
      ),
  },
  snoozedUntil: { snoozedUntil: ({ snoozedUntil }) => snoozedUntil },
  rating: { rating: ({ rating }) => rating?.score, ratingComment: ({ rating }) => rating?.comment },
  blocked: { blocked: ({ blocked }) => blocked },
}
const columns: Columns = Object.assign({}, ...Object.values(columnsOfField))

/** The conversations of an export as a file, in parts, after the export was written to the audit log. */
export async function* exportConversations(
  request: BodyOf<typeof chat.streams.bulkExport>,
  context: ChatContext,
): AsyncGenerator<{ text: string }> {
  const { format = 'json' } = request.bulk
  const { results } = await runBulk(request, context)
  const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
  yield { text: format === 'csv' ? writeCsv([Object.keys(columns)]) : '[' }
  for (let from = 0; from < ids.length; from += step) {
    const stored = await context.collections.conversations.getMany(context.tenant, ids.slice(from, from + step))
    const rows = stored.map(({ id, body }) => ({
      ...toConversation(id, body),
      ...(body.rating && { rating: body.rating }),
    }))
    if (format === 'csv') {
      yield { text: writeCsv(rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '')))) }
    } else yield { text: `${from > 0 ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}` }
  }
  if (format === 'json') yield { text: '\n]\n' }
}
