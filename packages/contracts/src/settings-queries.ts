import { z } from 'zod'
import {
  customerTextSet,
  escalationRule,
  languageCode,
  openingHours,
  ruleInput,
  rulePatch,
  settings,
  settingsPatch,
} from './chat-settings.ts'
import { query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** What chat answers about a tenant's settings and escalation rules. */
export const settingsQueries = {
  settingsRead: query('query.chat.settings.read.v1', z.object({}), settings),
  settingsUpdate: query('query.chat.settings.update.v1', z.object({ patch: settingsPatch, actor }), settings),
  /** What customers read that no model writes, in a language: the tenant's own texts, and where it has none, ours. */
  textsRead: query(
    'query.chat.texts.read.v1',
    z.object({
      language: languageCode.optional(),
      said: z
        .string()
        .max(1_000)
        .optional()
        .describe('What the customer wrote; its language is used if it is recognized'),
    }),
    z.object({ language: languageCode, texts: customerTextSet }),
  ),
  /** Whether people answer now, and when that changes. */
  hoursRead: query('query.chat.hours.read.v1', z.object({}), openingHours),
  ruleCreate: query('query.chat.rule.create.v1', z.object({ operationId, rule: ruleInput }), escalationRule),
  ruleList: query('query.chat.rule.list.v1', pageRequest, pageOf(escalationRule)),
  ruleRead: query('query.chat.rule.read.v1', z.object({ ruleId: id }), escalationRule),
  ruleUpdate: query('query.chat.rule.update.v1', z.object({ ruleId: id, patch: rulePatch }), escalationRule),
  ruleDelete: query('query.chat.rule.delete.v1', z.object({ ruleId: id }), z.object({})),
  /** What another threshold would have done to the newest questions, by the confidence that each was decided on. */
  thresholdPreview: query(
    'query.chat.threshold.preview.v1',
    z.object({
      threshold: z.coerce.number().min(0).max(1),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    z.object({
      threshold: z.number(),
      current: z.number().describe('The current threshold, without escalation rules'),
      questions: z
        .number()
        .int()
        .describe('Number of questions that were compared: the newest 1,000 that were decided by confidence'),
      answered: z.object({ was: z.number().int(), would: z.number().int() }),
      escalated: z.object({ was: z.number().int(), would: z.number().int() }),
      changed: z
        .array(
          z.object({
            conversationId: identifier,
            messageId: identifier.describe('Of the answer'),
            askedAt: timestamp,
            question: z.string(),
            confidence: z.number(),
            was: z.enum(['answered', 'escalated']),
            would: z.enum(['answered', 'escalated']),
          }),
        )
        .describe('Questions that would have been decided differently, newest first, at most `limit`'),
    }),
  ),
}
