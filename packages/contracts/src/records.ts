import { z } from 'zod'
import { answerSource, citation } from './answer-sources.ts'
import { charsetCandidate } from './charsets.ts'
import { conversationVisitor } from './conversation-visitor.ts'
import { emailPattern, oneLineName, plainAddress } from './one-line.ts'
import { tablePart } from './tables.ts'
import { codeWord, foreignId, identifier, marked } from './text-marks.ts'

/** RFC 3339 in UTC, as `Date.prototype.toISOString` writes it. */
export const timestamp = marked(z.string().meta({ format: 'date-time' }), { is: 'time' })

/** For `refine`: the part of an e-mail address before the @ has at most 64 characters (RFC 5321, 4.5.3.1.1). */
export const mailbox = [
  (address: string | null): boolean => address === null || address.lastIndexOf('@') <= 64,
  { message: 'has more than 64 characters before the @' },
] as const

/** Free words on a thing, at most 50 of at most 64 characters. */
export const tags = z.array(z.string().max(64).trim().min(1)).max(50)

/** The reply of every list: newest first, `nextCursor` null on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: identifier.nullable() })

/** What every list takes. */
export const pageRequest = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1_024).optional(),
})

export const sourceStatus = z.enum(['Processing', 'Ready', 'Failed'])
export const sourceType = z.enum(['file', 'url', 'manual'])
/** Why something failed: a code of `errors.ts` and a sentence for people. */
export const failure = z.object({ code: codeWord, message: z.string() })

const sourceFailure = failure.extend({
  candidates: z.array(charsetCandidate).optional().describe('With `charset_unknown`: the likeliest first'),
})
const readEncoding = codeWord
  .optional()
  .describe('The charset that its text was read in; absent for PDF, Word, pictures')
export const progress = z.object({ done: z.number(), total: z.number(), unit: codeWord })

/** How often the pages of a url source are looked at again, up to once a year. */
export const recrawlEveryHours = z
  .number()
  .int()
  .min(1)
  .max(8_760)
  .describe('How often its pages are fetched again; if any changed, there is a new version')

/** A source of knowledge, as the API shows it. `status`, `error`, `version` speak of the newest version. */
export const source = z.object({
  id: identifier,
  source: z.string().describe('Where the source came from: a file name, a URL, or a title'),
  title: z.string(),
  type: sourceType,
  status: sourceStatus,
  error: sourceFailure.optional(),
  progress: progress
    .optional()
    .describe(
      'Of the newest version while it is Processing; of a live one whose vectors follow or that is indexed again',
    ),
  added: timestamp,
  updated: timestamp,
  version: z.number().int(),
  liveVersion: z.number().int().nullable(),
  versions: z.number().int().describe('How many versions there are'),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  chunks: z.number().int(),
  bytes: z.number().int(),
  language: codeWord.nullable(),
  encoding: readEncoding,
  crawlId: identifier.optional(),
  recrawlEveryHours: recrawlEveryHours.optional(),
})
export type Source = z.output<typeof source>

export const sourceVersion = z.object({
  version: z.number().int(),
  createdAt: timestamp,
  note: z.string().optional(),
  status: sourceStatus,
  error: sourceFailure.optional(),
  bytes: z.number().int(),
  sha256: codeWord,
  chunks: z.number().int(),
  encoding: readEncoding,
  live: z.boolean(),
})
export type SourceVersion = z.output<typeof sourceVersion>

/** A chunk as ingest cuts it: `start` and `end` are offsets (UTF-16 code units) into the version's text. */
export const chunk = z.object({
  index: z.number().int(),
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  heading: z.string().optional().describe('What the chunk begins under'),
  headings: z.array(z.string()).optional().describe('Lines of the chunk that are headings, in order'),
  page: z.number().int().optional(),
  tables: z.array(tablePart).optional().describe('Rows of tables whose lines begin in the chunk'),
})
export type Chunk = z.output<typeof chunk>

/** A chunk that retrieval found. Scores are in 0..1; `score` fuses `lexical` and `vector`. */
export const foundChunk = chunk.omit({ index: true }).extend({
  sourceId: identifier,
  version: z.number().int(),
  contentId: identifier,
  index: z.number().int(),
  title: z.string(),
  url: marked(z.string(), { is: 'whole' }).optional(),
  score: z.number(),
  lexical: z.number().describe('BM25F of the chunk and its document over their upper bound for this question, 0..1'),
  document: z.number().optional().describe('The part of the whole document in its own upper bound, 0..1'),
  vector: z.number().describe('Cosine similarity, clamped to 0..1; 0 without an embedding model'),
})
export type FoundChunk = z.output<typeof foundChunk>

/** What language models cost while a question was answered. */
export const modelUsage = z.object({
  models: z.array(codeWord),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
})
export type ModelUsage = z.output<typeof modelUsage>

export const channel = z.enum(['api', 'widget', 'email', 'whatsapp', 'sms'])
export const contactDetails = z.strictObject({
  email: marked(
    z
      .string()
      .regex(emailPattern, 'Invalid email address')
      .max(254)
      .refine(...mailbox)
      .refine(...plainAddress),
    { is: 'whole' },
  ).optional(),
  phone: marked(z.string().min(3).max(32), { is: 'whole' }).optional(),
  name: marked(z.string().max(200).overwrite(oneLineName).min(1), { is: 'whole' }).optional(),
  externalId: foreignId.min(1).max(200).optional(),
})

export const handler = z.enum(['ai', 'queue', 'agent'])
export const conversationStatus = z.enum(['open', 'escalated', 'resolved', 'closed'])
export const escalationReason = z.enum([
  'low_confidence',
  'requested',
  'frustrated',
  'rule',
  'waiting',
  'contradiction',
  'sla',
  'model_refused',
  'model_failed',
])
export const outcome = z.enum(['answered', 'blocked', 'escalated', 'waiting', 'failed'])

/** Who wrote a message. */
const messageAuthor = z.object({
  kind: z.enum(['customer', 'ai', 'agent', 'system']),
  id: identifier.optional(),
  name: z.string().optional(),
})
/**
 * How a content is to be read: as it stands, or as Markdown of which only paragraphs, lists, bold, italic, code and links
 * mean something.
 */
export const messageFormat = z.enum(['text', 'markdown'])
/** Of an answer that is not whole. */
export const truncated = z
  .literal(true)
  .describe('The limit of tokens of the model cut the answer off, so it ends with “…”. Absent: it is whole')
/** A name that whoever posts a message gives it, to know it again. */
export const clientId = foreignId.min(1).max(64)

/** Notes are for people alone. */
const messageKind = z.enum(['message', 'note'])

/** How a service-level target of a conversation stands. */
const slaTargetState = z.object({
  dueAt: timestamp.optional().describe('Absent while it is paused'),
  remainingMinutes: z.number().optional().describe('What is left while it is paused'),
  metAt: timestamp.optional(),
  breachedAt: timestamp.optional().describe('When it was due and not met'),
})

/** The newest message of a conversation, cut for a list. */
export const messagePreview = z.object({
  messageId: identifier,
  author: messageAuthor,
  text: z.string().describe('Its first 160 characters, on one line'),
  at: timestamp,
  kind: messageKind,
})
export type MessagePreview = z.output<typeof messagePreview>

/** What a customer thinks of a conversation as a whole. */
export const conversationRating = z.object({
  score: z.number().int().min(1).max(5).describe('From 1 (bad) to 5 (good)'),
  comment: z.string().optional(),
  at: timestamp.describe('When it was first given'),
})
export type ConversationRating = z.output<typeof conversationRating>

export const conversation = z.object({
  id: identifier,
  status: conversationStatus,
  handler,
  channel,
  subject: z.string().optional(),
  contact: contactDetails.optional(),
  contactId: identifier.optional(),
  visitor: conversationVisitor.optional().describe('For a conversation in a chat widget: its visitor'),
  assignee: identifier.nullable(),
  teamId: identifier.optional().describe('The team that it is assigned to'),
  tags: z.array(z.string()),
  language: codeWord.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastMessageAt: timestamp,
  messageCount: z.number().int(),
  resolved: z.object({ by: z.enum(['ai', 'agent']), how: z.enum(['confirmed', 'assumed']) }).optional(),
  escalation: z
    .object({
      reason: marked(z.string(), { oneOf: escalationReason.options }),
      at: timestamp,
      summary: z.string(),
      sourcesTried: z.array(identifier).describe('Ids of the sources'),
    })
    .optional(),
  snoozedUntil: timestamp.optional(),
  sla: z
    .object({
      policyId: identifier,
      firstResponse: slaTargetState.optional(),
      nextResponse: slaTargetState.optional(),
      resolution: slaTargetState.optional(),
    })
    .optional()
    .describe('The service-level policy that applies, and its targets'),
  blocked: z
    .boolean()
    .optional()
    .describe('Its contact is blocked: messages are stored, but nobody is notified and the AI does not answer'),
  preview: messagePreview.optional(),
  waitingSince: timestamp.optional().describe('When the customer wrote the first message that nobody answered'),
  firstResponseAt: timestamp.optional().describe('When the AI or a person first answered'),
  rating: conversationRating.optional(),
  unread: z.boolean().optional().describe('Whether the customer wrote something that the calling agent has not read'),
})
export type Conversation = z.output<typeof conversation>

/** A file that came with a message. */
export const attachment = z.object({
  id: identifier,
  filename: z.string().max(255),
  contentType: z.string().max(255),
  bytes: z.number().int().min(0),
})
export type Attachment = z.output<typeof attachment>

/** What became of a message that goes out by a channel. */
export const messageDelivery = z.object({
  state: z
    .enum(['sending', 'sent', 'delivered', 'read', 'failed', 'unknown'])
    .describe('`unknown`: it may have been sent; because the result is not known, it is not resent automatically'),
  at: timestamp,
  code: foreignId.optional().describe('Why it failed: a code of Frontdesk or of the provider'),
})
export type MessageDelivery = z.output<typeof messageDelivery>

/** What one policy did to one text. */
export const policyDecision = z.object({
  policyId: identifier,
  name: z.string(),
  type: codeWord,
  mode: codeWord,
  decision: z.enum(['pass', 'block', 'change']),
  reason: z.string(),
})
export type PolicyDecision = z.output<typeof policyDecision>

/** Whom a note is for: agents, and teams with all of their members. */
export const mentions = z.strictObject({
  agents: z.array(identifier.min(1).max(128)).min(1).max(20).optional().describe('Ids of agents'),
  teams: z.array(identifier.min(1).max(128)).min(1).max(5).optional().describe('Ids of teams'),
})

export const message = z.object({
  id: identifier,
  conversationId: identifier,
  sequence: z.number().int().describe('1 for the first message of the conversation'),
  author: messageAuthor,
  kind: messageKind,
  content: z.string(),
  format: messageFormat.optional().describe('Absent: `text`'),
  clientId: clientId.optional().describe('The id that the sender of the request gave it'),
  createdAt: timestamp,
  confidence: z.number().optional(),
  sources: z.array(answerSource).optional(),
  citations: z
    .array(citation)
    .optional()
    .describe('The source that supports each sentence; sentences without support are left out'),
  answerability: z
    .number()
    .optional()
    .describe('The confidence before the answer was written, which was compared with the escalation threshold'),
  computedConfidence: z
    .number()
    .optional()
    .describe('The confidence before it was corrected by earlier judgements of answers. Absent: the same'),
  truncated: truncated.optional(),
  usage: modelUsage.optional(),
  outcome: outcome.optional(),
  reason: z.string().optional().describe('Why it was blocked or escalated'),
  error: failure.optional(),
  policies: z.array(policyDecision).optional(),
  attachments: z.array(attachment).optional(),
  mentions: mentions.optional().describe('For a note: who is notified'),
  delivery: messageDelivery.optional().describe('For an answer or reply that is sent by e-mail, WhatsApp or SMS'),
})
export type Message = z.output<typeof message>
