import {
  citation,
  type Message,
  messageFormat,
  outcome,
  ServiceError,
  type VisitorConversation,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { Caller, VisitorCaller } from '../keys/caller.ts'
import { settingsOf } from '../widgets/widget-document.ts'

const timestamp = z.string().meta({ format: 'date-time' })

/** What an answer rests on, as a visitor may see it: no id of the source. */
export const visitorSource = z
  .strictObject({ title: z.string(), url: z.string().optional(), quote: z.string() })
  .meta({ id: 'VisitorSource' })
/** The place of a source in `sources`, and the words that a sentence rests on. */
export const visitorCitation = z
  .strictObject({ ...citation.omit({ masked: true }).shape })
  .meta({ id: 'VisitorCitation' })

const author = z
  .strictObject({
    kind: z.enum(['customer', 'ai', 'agent', 'system']),
    name: z.string().optional().describe('Of a person'),
    avatar: z.string().optional(),
  })
  .meta({ id: 'VisitorMessageAuthor' })
const visitorAttachment = z
  .strictObject({ id: z.string(), filename: z.string(), contentType: z.string(), bytes: z.number().int() })
  .meta({ id: 'VisitorAttachment' })

/** A message as visitors see it: no notes, policies, scores, usage or ids of people. */
export const visitorMessage = z
  .strictObject({
    id: z.string(),
    sequence: z.number().int(),
    author,
    content: z.string(),
    format: messageFormat,
    createdAt: timestamp,
    sources: z.array(visitorSource).optional(),
    citations: z.array(visitorCitation).optional(),
    outcome: outcome.optional(),
    attachments: z.array(visitorAttachment).optional(),
    clientId: z.string().optional(),
    feedback: z.strictObject({ helpful: z.boolean(), comment: z.string().optional() }).optional(),
    delivery: z.strictObject({ state: z.string(), at: timestamp }).optional(),
  })
  .meta({ id: 'VisitorMessage' })

/** Why a visitor's question got no answer: it went to people, or they have the conversation already. */
export const visitorEscalationReason = z.enum(['handed_over', 'waiting'])

export const visitorState = z.enum(['ai', 'waiting', 'person', 'resolved', 'closed'])

/** A conversation as its visitor sees it. */
export const visitorConversation = z
  .strictObject({
    id: z.string(),
    state: visitorState.describe('Who answers now: the AI, nobody yet (`waiting`), or a person'),
    person: z.strictObject({ name: z.string(), avatar: z.string().optional() }).optional(),
    createdAt: timestamp,
    lastMessageAt: timestamp,
    unread: z.number().int().describe('Messages that the visitor has not read, counted up to 20'),
    preview: z
      .strictObject({ author, text: z.string(), at: timestamp })
      .optional()
      .describe('The beginning of the newest message'),
    rating: z.strictObject({ score: z.number().int(), comment: z.string().optional(), at: timestamp }).optional(),
  })
  .meta({ id: 'VisitorConversation' })

/** The visitor who asks. */
export function visitorIn({ visitor }: Caller): VisitorCaller {
  if (!visitor) throw new ServiceError('internal', { cause: new Error('a route of visitors without a visitor') })
  return visitor
}

/** What the AI and the system call themselves is not told: the widget has words for them. */
const shownAuthor = ({ kind, name }: Message['author']): z.output<typeof author> => ({
  kind,
  ...(kind === 'agent' && name && { name }),
})

type Sources = Pick<Message, 'sources' | 'citations'>

/** Sources and citations as a visitor may see them; none where the widget shows none. */
export function shownSources({ sources = [], citations = [] }: Sources, { widget }: VisitorCaller) {
  if (!settingsOf(widget.body).features.sources || sources.length === 0) return {}
  return {
    sources: sources.map(({ title, url, quote }) => ({ title, ...(url && { url }), quote })),
    citations: citations.map(({ start, end, source, quote }) => ({ start, end, source, quote })),
  }
}

type Feedback = { messageId: string; helpful: boolean; comment?: string | undefined }

/** A message as its visitor sees it; undefined for what is not for them: notes, and notices without words. */
export function showMessage(
  message: Message,
  visitor: VisitorCaller,
  feedback: Feedback[] = [],
): z.output<typeof visitorMessage> | undefined {
  const { id, sequence, author, kind, content, format = 'text', createdAt, outcome, clientId, attachments } = message
  if (kind !== 'message' || (content === '' && !attachments)) return undefined
  const said = feedback.find(({ messageId }) => messageId === id)
  const isOwn = author.kind === 'customer'
  return {
    id,
    sequence,
    author: shownAuthor(author),
    content,
    format,
    createdAt,
    ...(!isOwn && shownSources(message, visitor)),
    ...(!isOwn && outcome && { outcome }),
    ...(attachments && {
      attachments: attachments.map(({ id, filename, contentType, bytes }) => ({ id, filename, contentType, bytes })),
    }),
    ...(isOwn && clientId !== undefined && { clientId }),
    ...(said && {
      feedback: { helpful: said.helpful, ...(said.comment !== undefined && { comment: said.comment }) },
    }),
  }
}

type Stateful = Pick<VisitorConversation, 'status' | 'handler'>

/** What a conversation is to its visitor. */
function stateOf({ status, handler }: Stateful): z.output<typeof visitorState> {
  if (status === 'closed' || status === 'resolved') return status
  if (handler === 'agent') return 'person'
  return handler === 'queue' ? 'waiting' : 'ai'
}

/** Conversations as their visitor sees them, with the names of the people who have them. */
export async function showConversations(
  conversations: VisitorConversation[],
  { tenant, collections }: GatewayContext,
): Promise<z.output<typeof visitorConversation>[]> {
  const ids = new Set(
    conversations.flatMap(({ assignee, handler }) => (assignee && handler === 'agent' ? assignee : [])),
  )
  const agents = ids.size > 0 ? await collections.agents.getMany(tenant, [...ids]) : []
  const names = new Map(agents.map(({ id, body }) => [id, body.name]))
  return conversations.map((each) => {
    const { id, createdAt, lastMessageAt, unreadMessages, preview, rating, assignee } = each
    const name = stateOf(each) === 'person' && assignee ? names.get(assignee) : undefined
    return {
      id,
      state: stateOf(each),
      ...(name && { person: { name } }),
      createdAt,
      lastMessageAt,
      unread: unreadMessages,
      ...(preview && { preview: { author: shownAuthor(preview.author), text: preview.text, at: preview.at } }),
      ...(rating && {
        rating: { score: rating.score, ...(rating.comment && { comment: rating.comment }), at: rating.at },
      }),
    }
  })
}
