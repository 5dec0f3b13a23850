import type { BodyOf, bulkExport, Conversation } from '@frontdesk/contracts'
import { stringify } from 'csv-stringify/sync'
import type { ChatContext } from './context.ts'
import { toConversation } from './conversation-document.ts'
import { runBulk } from './run-bulk.ts'

/** Conversations that are read and sent together. */
const step = 50

/** Columns of the CSV, in order. */
const columns: Record<string, (conversation: Conversation) => unknown> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  handler: ({ handler }) => handler,
  channel: ({ channel }) => channel,
  subject: ({ subject }) => subject,
  contactId: ({ contactId }) => contactId,
  contactName: ({ contact }) => contact?.name,
  contactEmail: ({ contact }) => contact?.email,
  contactPhone: ({ contact }) => contact?.phone,
  assignee: ({ assignee }) => assignee,
  tags: ({ tags }) => tags.join(', '),
  language: ({ language }) => language,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  lastMessageAt: ({ lastMessageAt }) => lastMessageAt,
  messageCount: ({ messageCount }) => messageCount,
  resolvedBy: ({ resolved }) => resolved?.by,
  resolvedHow: ({ resolved }) => resolved?.how,
  escalationReason: ({ escalation }) => escalation?.reason,
  escalationSummary: ({ escalation }) => escalation?.summary,
  snoozedUntil: ({ snoozedUntil }) => snoozedUntil,
}

/** Rows after RFC 4180; a cell that a spreadsheet would run as a formula begins with an apostrophe. */
const toCsv = (rows: unknown[][]): string => stringify(rows, { record_delimiter: '\r\n', escape_formulas: true })

/** The conversations of an export as a file, piece by piece, after the export was put on record. */
export async function* exportConversations(
  request: BodyOf<typeof bulkExport>,
  context: ChatContext,
): AsyncGenerator<{ text: string }> {
  const { format = 'json' } = request.bulk
  const { results } = await runBulk(request, context)
  const ids = results.filter(({ ok }) => ok).map(({ id }) => id)
  yield { text: format === 'csv' ? toCsv([Object.keys(columns)]) : '[' }
  for (let from = 0; from < ids.length; from += step) {
    const stored = await context.collections.conversations.getMany(context.tenant, ids.slice(from, from + step))
    const rows = stored.map(({ id, body }) => toConversation(id, body))
    if (format === 'csv') {
      yield { text: toCsv(rows.map((row) => Object.values(columns).map((cell) => cell(row) ?? ''))) }
    } else yield { text: `${from > 0 ? ',' : ''}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}` }
  }
  if (format === 'json') yield { text: '\n]\n' }
}
