import { z } from 'zod'

/** RFC 3339 in UTC, as `Date.prototype.toISOString` writes it. */
export const timestamp = z.string().meta({ format: 'date-time' })

/** Free words on a thing, at most 50 of at most 64 characters. */
export const tags = z.array(z.string().trim().min(1).max(64)).max(50)

/** The reply of every list: newest first, `nextCursor` null on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

/** What every list takes. */
export const pageRequest = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(1_024).optional(),
})

export const sourceStatus = z.enum(['Processing', 'Ready', 'Failed'])
export const sourceType = z.enum(['file', 'url', 'manual'])
/** Why something failed: a code of `errors.ts` and a sentence for people. */
export const failure = z.object({ code: z.string(), message: z.string() })
export const progress = z.object({ done: z.number(), total: z.number(), unit: z.string() })

/** How often the pages of a url source are looked at again, up to once a year. */
export const recrawlEveryHours = z
  .number()
  .int()
  .min(1)
  .max(8_760)
  .describe('Its pages are looked at again this often; what changed becomes a new version')

/** A source of knowledge, as the API shows it. `status`, `error`, `version` speak of the newest version. */
export const source = z.object({
  id: z.string(),
  source: z.string().describe('File name, URL, or title: where it came from'),
  title: z.string(),
  type: sourceType,
  status: sourceStatus,
  error: failure.optional(),
  progress: progress.optional(),
  added: timestamp,
  updated: timestamp,
  version: z.number().int(),
  liveVersion: z.number().int().nullable(),
  versions: z.number().int().describe('How many versions there are'),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  chunks: z.number().int(),
  bytes: z.number().int(),
  language: z.string().nullable(),
  crawlId: z.string().optional(),
  recrawlEveryHours: recrawlEveryHours.optional(),
})
export type Source = z.output<typeof source>

export const sourceVersion = z.object({
  version: z.number().int(),
  createdAt: timestamp,
  note: z.string().optional(),
  status: sourceStatus,
  error: failure.optional(),
  bytes: z.number().int(),
  sha256: z.string(),
  chunks: z.number().int(),
  live: z.boolean(),
})
export type SourceVersion = z.output<typeof sourceVersion>

/** A chunk as ingest cuts it: `start` and `end` are offsets (UTF-16 code units) into the version's text. */
export const chunk = z.object({
  index: z.number().int(),
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  heading: z.string().optional(),
  page: z.number().int().optional(),
})
export type Chunk = z.output<typeof chunk>

/** A chunk that retrieval found. Scores are in 0..1; `score` fuses `lexical` and `vector`. */
export const foundChunk = chunk.omit({ index: true }).extend({
  sourceId: z.string(),
  version: z.number().int(),
  contentId: z.string(),
  index: z.number().int(),
  title: z.string(),
  url: z.string().optional(),
  score: z.number(),
  lexical: z
    .number()
    .describe('BM25 over its upper bound for this question, with the best sentence’s share of it, 0..1'),
  vector: z.number().describe('Cosine similarity, clamped to 0..1'),
})
export type FoundChunk = z.output<typeof foundChunk>

/** What an answer rests on. `quote` stands in the chunk, word for word, unless `masked`. */
export const answerSource = z.object({
  title: z.string(),
  sourceId: z.string(),
  version: z.number().int(),
  url: z.string().optional(),
  quote: z.string(),
  masked: z.boolean().optional(),
})
export type AnswerSource = z.output<typeof answerSource>

/** What one sentence of an answer rests on: `start` to `end` of the content (UTF-16 code units). */
export const citation = z.object({
  start: z.number().int(),
  end: z.number().int(),
  source: z.number().int().describe('Its place in `sources`'),
  quote: z.string().describe('Stands in the source word for word, unless `masked`'),
  masked: z.boolean().optional(),
})
export type Citation = z.output<typeof citation>

/** What language models cost while a question was answered. */
export const modelUsage = z.object({
  models: z.array(z.string()),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
})
export type ModelUsage = z.output<typeof modelUsage>

export const job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'finished']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: timestamp,
  verdicts: z
    .object({ created: z.number(), updated: z.number(), skipped: z.number(), rejected: z.number() })
    .optional()
    .describe('Of an import: how many there are of each so far'),
  items: z.array(
    z.object({
      index: z.number().int().optional().describe('Of an import: the place in the manifest'),
      source: z.string(),
      sourceId: z.string().optional().describe('Absent when an item was refused before it had one'),
      verdict: z.enum(['created', 'updated', 'skipped', 'rejected']).optional(),
      reason: z.string().optional().describe('Why it was rejected'),
      status: sourceStatus,
      error: failure.optional(),
      progress: progress.optional(),
    }),
  ),
})
export type Job = z.output<typeof job>

export const channel = z.enum(['api', 'widget', 'email', 'whatsapp', 'sms'])
export const contactDetails = z.strictObject({
  email: z.email({ pattern: z.regexes.unicodeEmail }).max(254).optional(),
  phone: z.string().min(3).max(32).optional(),
  name: z.string().min(1).max(200).optional(),
  externalId: z.string().min(1).max(200).optional(),
})

export const handler = z.enum(['ai', 'queue', 'agent'])
export const conversationStatus = z.enum(['open', 'escalated', 'resolved', 'closed'])
export const escalationReason = z.enum(['low_confidence', 'requested', 'frustrated', 'rule', 'waiting'])
export const outcome = z.enum(['answered', 'blocked', 'escalated', 'waiting', 'failed'])

export const conversation = z.object({
  id: z.string(),
  status: conversationStatus,
  handler,
  channel,
  subject: z.string().optional(),
  contact: contactDetails.optional(),
  contactId: z.string().optional(),
  assignee: z.string().nullable(),
  tags: z.array(z.string()),
  language: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  lastMessageAt: timestamp,
  messageCount: z.number().int(),
  resolved: z.object({ by: z.enum(['ai', 'agent']), how: z.enum(['confirmed', 'assumed']) }).optional(),
  escalation: z
    .object({ reason: z.string(), at: timestamp, summary: z.string(), sourcesTried: z.array(z.string()) })
    .optional(),
  snoozedUntil: timestamp.optional(),
})
export type Conversation = z.output<typeof conversation>

/** A file that came with a message. */
export const attachment = z.object({
  id: z.string(),
  filename: z.string().max(255),
  contentType: z.string().max(255),
  bytes: z.number().int().min(0),
})
export type Attachment = z.output<typeof attachment>

/** What became of a message that goes out by a channel. */
export const messageDelivery = z.object({
  state: z
    .enum(['sending', 'sent', 'delivered', 'read', 'failed', 'unknown'])
    .describe('`unknown`: it may have left; nobody can tell, so it is not sent again by itself'),
  at: timestamp,
  code: z.string().optional().describe('Why it failed: a code of ours, or the provider’s'),
})
export type MessageDelivery = z.output<typeof messageDelivery>

/** What one policy did to one text. */
export const policyDecision = z.object({
  policyId: z.string(),
  name: z.string(),
  type: z.string(),
  mode: z.string(),
  decision: z.enum(['pass', 'block', 'change']),
  reason: z.string(),
})
export type PolicyDecision = z.output<typeof policyDecision>

export const message = z.object({
  id: z.string(),
  conversationId: z.string(),
  sequence: z.number().int().describe('1 for the first message of the conversation'),
  author: z.object({
    kind: z.enum(['customer', 'ai', 'agent', 'system']),
    id: z.string().optional(),
    name: z.string().optional(),
  }),
  kind: z.enum(['message', 'note']),
  content: z.string(),
  createdAt: timestamp,
  confidence: z.number().optional(),
  sources: z.array(answerSource).optional(),
  citations: z
    .array(citation)
    .optional()
    .describe('What each sentence rests on; one that is left out rests on nothing'),
  answerability: z
    .number()
    .optional()
    .describe('The confidence before anything was written: what the escalation threshold was held against'),
  usage: modelUsage.optional(),
  outcome: outcome.optional(),
  reason: z.string().optional().describe('Why it was blocked or escalated'),
  error: failure.optional(),
  policies: z.array(policyDecision).optional(),
  attachments: z.array(attachment).optional(),
  delivery: messageDelivery.optional().describe('Of an answer or a reply that goes out by e-mail, WhatsApp or SMS'),
})
export type Message = z.output<typeof message>
