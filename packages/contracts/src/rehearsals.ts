import { z } from 'zod'
import { settingsPatch } from './chat-settings.ts'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { triedPolicies } from './policy-engine.ts'
import { failure, pageOf, pageRequest, progress, timestamp } from './records.ts'
import { turnResult } from './suites.ts'
import { identifier } from './text-marks.ts'

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), 'utf8')
const name = z.string().max(200).overwrite(oneLineName).min(1).describe('A name for people; default: none')

/** The settings that answers depend on. */
export const triedSettings = z
  .strictObject(settingsPatch.shape)
  .pick({ escalationThreshold: true, languages: true, businessHours: true, texts: true, contradictions: true })
  .describe('Replace the tenant’s settings of these names; the others stay')
export type TriedSettings = z.output<typeof triedSettings>

const triedSource = z
  .strictObject({
    sourceId: id,
    text: z.string().min(1).max(limits.jsonBodyBytes).optional().describe('The whole text of a new version'),
    version: z.number().int().min(1).optional().describe('The number of a stored version, as if it were restored'),
  })
  .refine(({ text, version }) => (text === undefined) !== (version === undefined), {
    message: 'Give either a text or a version.',
  })
  .describe('New content that replaces the live version of the source')

/** What is tried, and on how many questions. */
export const rehearsalInput = z
  .strictObject({
    name: name.optional(),
    questions: z
      .number()
      .int()
      .min(1)
      .max(limits.rehearsalQuestions)
      .default(50)
      .describe('The newest ones that customers asked the AI'),
    source: triedSource.optional(),
    policies: triedPolicies.optional(),
    settings: triedSettings.optional(),
  })
  .superRefine(({ source, policies, settings }, context) => {
    const refuse = (message: string, path: string[]) => context.addIssue({ code: 'custom', message, path })
    if (!source && !policies && Object.keys(settings ?? {}).length === 0) {
      refuse('At least one of source, policies and settings is required.', [])
    }
    if (bytesOf({ policies, settings }) > limits.configurationBytes) {
      refuse(`Policies and settings have at most ${limits.configurationBytes / 1024} kB as JSON.`, ['policies'])
    }
  })
export type RehearsalInput = z.output<typeof rehearsalInput>

/** Judged from the customer's side; `changed` where neither is better. */
export const rehearsalVerdict = z.enum(['same', 'changed', 'better', 'worse'])
export type RehearsalVerdict = z.output<typeof rehearsalVerdict>
export const rehearsalVerdicts = rehearsalVerdict.options

/** How the answer of a question differs under what is tried. */
export const rehearsalChange = z.enum([
  'answered',
  'escalated',
  'blocked',
  'failed',
  'confidence_higher',
  'confidence_lower',
  'citations_gained',
  'citations_lost',
  'sources',
  'content',
  'reason',
  'policies',
])
export type RehearsalChange = z.output<typeof rehearsalChange>

/** One question under what is live and under what is tried. */
export const rehearsalResult = z.object({
  position: z.number().int().describe('From 1, the newest question first'),
  conversationId: identifier,
  messageId: identifier.describe('Of the question'),
  askedAt: timestamp,
  question: z.string(),
  verdict: rehearsalVerdict,
  changes: z.array(rehearsalChange).describe('Empty: the same'),
  before: turnResult.describe('The answer with what was live during the rehearsal'),
  after: turnResult.describe('Under what is tried'),
})
export type RehearsalResult = z.output<typeof rehearsalResult>

/** A result where it is not told by its rehearsal. */
export const conversationResult = rehearsalResult.extend({ rehearsalId: identifier })
export type ConversationResult = z.output<typeof conversationResult>

const count = z.number().int()
const sides = z.object({ before: count, after: count })

/** A rehearsal without its results. `jobId` is its id. */
export const rehearsal = z.object({
  id: identifier,
  jobId: identifier,
  name: z.string().optional(),
  state: z.enum(['running', 'finished', 'cancelled', 'failed']),
  error: failure.optional().describe('Why it failed: the source could not be read or indexed'),
  progress,
  tried: z.object({
    source: z
      .object({ sourceId: identifier, version: count.optional().describe('Absent: a text that is not stored') })
      .optional(),
    policies: z.array(z.string()).optional().describe('Names of the policies in place of the tenant’s'),
    settings: triedSettings.optional(),
  }),
  verdicts: z.object({ same: count, changed: count, better: count, worse: count }),
  outcomes: z.object({ answered: sides, escalated: sides, blocked: sides, failed: sides }),
  skipped: count.describe('Questions that were erased before they were tried'),
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
})
export type Rehearsal = z.output<typeof rehearsal>

/** The text of a tried source is in the blob store already. */
const acceptedRehearsal = z.object({
  name: name.optional(),
  questions: count.min(1).max(limits.rehearsalQuestions),
  source: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), sourceId: id, blobId: id }),
      z.object({ kind: z.literal('version'), sourceId: id, version: count }),
    ])
    .optional(),
  policies: triedPolicies.optional(),
  settings: triedSettings.optional(),
})

const byId = z.object({ rehearsalId: id })

/** What chat answers about rehearsals. */
export const rehearsalQueries = {
  /** Accepts a rehearsal on the newest questions of now; the work goes on by itself. */
  rehearsalStart: query(
    'query.chat.rehearsal.start.v1',
    z.object({ operationId, rehearsal: acceptedRehearsal }),
    rehearsal,
    { timeoutMs: 15_000 },
  ),
  /** Newest first. */
  rehearsalList: query('query.chat.rehearsal.list.v1', pageRequest, pageOf(rehearsal)),
  rehearsalRead: query('query.chat.rehearsal.read.v1', byId, rehearsal),
  /** What is not tried by then never is; one that has ended stays as it is. */
  rehearsalCancel: query('query.chat.rehearsal.cancel.v1', byId, rehearsal),
  /** With its results. Throws `conflict` for one that is running. */
  rehearsalDelete: query('query.chat.rehearsal.delete.v1', byId, z.object({}), { timeoutMs: 30_000 }),
  /** The newest question first; a page ends early where texts are long. */
  rehearsalResultList: query(
    'query.chat.rehearsal-result.list.v1',
    pageRequest.extend({ ...byId.shape, verdict: rehearsalVerdict.optional() }),
    pageOf(rehearsalResult),
  ),
  /** What the questions of a conversation came to, in any rehearsal. */
  rehearsalResultsOfConversation: query(
    'query.chat.rehearsal-result.of-conversation.v1',
    pageRequest.extend({ conversationId: id }),
    pageOf(conversationResult),
  ),
}
