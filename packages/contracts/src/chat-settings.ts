import { z } from 'zod'
import { event, query } from './define.ts'
import { id, operationId } from './identifiers.ts'
import { actor } from './inbox.ts'
import { pageOf, pageRequest, timestamp } from './records.ts'
import { removed } from './tenancy.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Must be a time of day: 09:00')
const openHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, 'Must end after it begins.')

/** When people answer. A day that is not named, or has no hours, is closed. */
export const businessHours = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, 'Must be a time zone of IANA: Europe/Stockholm'),
  days: z.partialRecord(z.enum(weekdays), z.array(openHours).max(4)),
  message: z.string().trim().min(1).max(1_000).optional().describe('What a customer reads outside of them'),
})
export type BusinessHours = z.output<typeof businessHours>
export type Weekday = (typeof weekdays)[number]

/** `*`, or what a browser sends as `Origin`. */
const origin = z
  .string()
  .max(300)
  .refine((text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text), {
    message: 'Must be an origin (https://example.com) or *',
  })

const settingsFields = {
  escalationThreshold: z.number().min(0).max(1).nullable().describe('Null: the fitted default'),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/, 'Must be a language of ISO 639-1: sv'))
    .max(50)
    .describe(
      'What customers are answered in: their own language where it is one of these, otherwise the first. None: their own. Without a model an answer is in the language of the source',
    ),
  businessHours: businessHours.nullable().describe('Null: always open'),
  assumedResolutionHours: z
    .number()
    .positive()
    .max(8_760)
    .nullable()
    .describe('After so long without a word a conversation counts as resolved (`assumed`). Null: never'),
  retentionDays: z
    .number()
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .describe(
      'Resolved and closed conversations in which nobody wrote for so long are removed with everything of them. Null: kept until erased',
    ),
  allowedOrigins: z.array(origin).max(100).describe('Where browsers may call from'),
  keyExpiryDays: z.number().int().min(1).max(3_650).nullable().describe('The longest that a new API key lives'),
}
export const settings = z.object({ ...settingsFields, updatedAt: timestamp.nullable() })
export type Settings = z.output<typeof settings>
export const settingsPatch = z.strictObject(settingsFields).partial()

/** What a tenant that never set anything has. */
export const defaultSettings: Settings = {
  escalationThreshold: null,
  languages: [],
  businessHours: null,
  assumedResolutionHours: 72,
  retentionDays: null,
  allowedOrigins: [],
  keyExpiryDays: null,
  updatedAt: null,
}

export const settingsRead = query('query.chat.settings.read.v1', z.object({}), settings)
export const settingsUpdate = query(
  'query.chat.settings.update.v1',
  z.object({ patch: settingsPatch, actor }),
  settings,
)
/** `changed` names the fields; `settings` is what holds now. */
export const settingsChanged = event(
  'event.chat.settings.changed.v1',
  z.object({ settings, changed: z.array(z.string()), actor: actor.omit({ name: true }) }),
)

/** Conversations were removed because nobody wrote in them since `before`, as `retentionDays` wants it. */
export const retentionPerformed = event(
  'event.chat.retention.performed.v1',
  z.object({ startedAt: timestamp, before: timestamp, removed }),
)

/** When a rule applies. */
export const escalationCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('low_confidence'), threshold: z.number().min(0).max(1).optional() }),
  z.strictObject({ kind: z.literal('requested') }),
  z.strictObject({ kind: z.literal('frustrated') }),
  z.strictObject({
    kind: z.literal('turns'),
    turns: z.number().int().min(1).max(1_000).describe('From this message of the customer on'),
  }),
  z.strictObject({ kind: z.literal('keywords'), keywords: z.array(z.string().trim().min(1).max(100)).min(1).max(200) }),
  z.strictObject({ kind: z.literal('outside_hours') }),
])
export const escalationAction = z.strictObject({
  assignee: id.optional(),
  team: z.string().trim().min(1).max(64).optional().describe('Becomes a tag of the conversation'),
  message: z.string().trim().min(1).max(1_000).optional().describe('What the customer reads'),
  unclaimedAfterMinutes: z.number().min(0.01).max(43_200).optional(),
  next: id.optional().describe('The rule that acts when nobody has claimed it by then'),
})
const ruleFields = {
  name: z.string().trim().min(1).max(200),
  when: escalationCondition,
  // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a rule.
  then: escalationAction,
  priority: z.number().int().min(-1_000_000).max(1_000_000),
  enabled: z.boolean(),
}
export const escalationRule = z.object({ id: z.string(), ...ruleFields, createdAt: timestamp, updatedAt: timestamp })
export type EscalationRule = z.output<typeof escalationRule>
export const ruleInput = z.strictObject({
  ...ruleFields,
  // biome-ignore lint/suspicious/noThenProperty: as above.
  then: escalationAction.default({}),
  priority: ruleFields.priority.default(0),
  enabled: z.boolean().default(true),
})
export const rulePatch = z.strictObject(ruleFields).partial()

export const ruleCreate = query('query.chat.rule.create.v1', z.object({ operationId, rule: ruleInput }), escalationRule)
export const ruleList = query('query.chat.rule.list.v1', pageRequest, pageOf(escalationRule))
export const ruleRead = query('query.chat.rule.read.v1', z.object({ ruleId: id }), escalationRule)
export const ruleUpdate = query('query.chat.rule.update.v1', z.object({ ruleId: id, patch: rulePatch }), escalationRule)
export const ruleDelete = query('query.chat.rule.delete.v1', z.object({ ruleId: id }), z.object({}))
