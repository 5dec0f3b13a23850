import { z } from 'zod'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { failure, outcome, pageOf, pageRequest, timestamp } from './records.ts'
import { codeWord, identifier } from './text-marks.ts'

/** Of the text of a proposal. */
export const maxProposedCharacters = 10_000

export const suggestionStatus = z.enum(['open', 'checking', 'closed', 'dismissed'])
/** A gap in what the sources say: questions that ask the same and were not answered, or hardly. */
export const suggestion = z.object({
  id: identifier,
  title: z.string().describe('The question that is most similar to the others'),
  language: codeWord.nullable(),
  count: z.number().int().describe('How often it was asked'),
  lastAskedAt: timestamp,
  questions: z
    .array(
      z.object({
        messageId: identifier,
        conversationId: identifier,
        text: z.string(),
        askedAt: timestamp,
        outcome,
        confidence: z.number().optional(),
      }),
    )
    .describe('The newest, at most 10'),
  draft: z.object({
    title: z.string(),
    text: z.string(),
    isAnswered: z.boolean().describe('false: no person has replied yet, so the text has only the questions'),
    isCut: z
      .boolean()
      .optional()
      .describe('true: the proposal is too long for the list; read the suggestion to get all of it'),
  }),
  status: suggestionStatus,
  proposal: z
    .object({
      by: actor.omit({ name: true }),
      at: timestamp,
      conversationId: identifier,
      messageId: identifier.describe('The reply on which the proposal is based'),
      sourceId: identifier.optional().describe('The source that gets `draft.text` as its text; absent: a new one'),
    })
    .optional()
    .describe('Somebody proposed the draft'),
  check: z
    .object({
      state: z.enum(['running', 'finished']),
      startedAt: timestamp,
      finishedAt: timestamp.optional(),
      sourceId: identifier.nullable().describe('null: no source was created; the questions were only asked again'),
      asked: z.number().int(),
      passed: z.number().int(),
      notPassed: z.array(identifier).describe('Ids of the questions that still have no answer'),
      error: failure.optional(),
    })
    .optional()
    .describe('The newest acceptance'),
})
export type Suggestion = z.output<typeof suggestion>

/** What analytics answers of gaps in the knowledge base. */
export const suggestionQueries = {
  /** The most frequent first. */
  suggestionList: query(
    'query.analytics.suggestion.list.v1',
    pageRequest.extend({ status: suggestionStatus.optional() }),
    pageOf(suggestion),
    { timeoutMs: 15_000, maxInFlight: 32 },
  ),
  suggestionRead: query('query.analytics.suggestion.read.v1', z.object({ suggestionId: id }), suggestion),
  /**
   * Makes a source of the draft (or of the given text), waits until it answers, and asks the questions again: the gap
   * closes only when all pass. `proposedAt` names the proposal that is accepted; whether the caller may replace the source that it
   * changes is `mayReplace`. Without any answer to make one of, the questions are only asked again. Throws `conflict`
   * unless it is open.
   */
  suggestionAccept: query(
    'query.analytics.suggestion.accept.v1',
    z.object({
      operationId,
      suggestionId: id,
      title: z.string().max(500).trim().min(1).optional(),
      text: z.string().max(100_000).trim().min(1).optional(),
      proposedAt: timestamp.optional(),
      mayReplace: z.boolean().default(false),
      actor,
    }),
    suggestion,
    { timeoutMs: 15_000 },
  ),
  /**
   * An agent's reply as what the AI is to answer next time: an open suggestion with this draft, and with the question that it
   * answers. `conflict` while an earlier draft of it is being checked.
   */
  suggestionPropose: query(
    'query.analytics.suggestion.propose.v1',
    z.object({
      operationId,
      conversationId: id,
      messageId: id,
      question: z.string().max(2_000).trim().min(1),
      title: z.string().max(200).trim().min(1),
      text: z.string().max(maxProposedCharacters).trim().min(1),
      sourceId: id.optional(),
      actor,
    }),
    z.object({ suggestionId: identifier, status: suggestionStatus }),
    { timeoutMs: 15_000 },
  ),
  /** Not listed as open any more, also when it is asked again. */
  suggestionDismiss: query(
    'query.analytics.suggestion.dismiss.v1',
    z.object({ operationId, suggestionId: id, actor }),
    suggestion,
  ),
}
