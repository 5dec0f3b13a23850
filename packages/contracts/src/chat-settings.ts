import { z } from 'zod'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { timestamp } from './records.ts'

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
  .refine(({ from, to }) => from < to, 'The end must be after the beginning.')

/** When people answer. A day that is not named, or has no hours, is closed. */
export const businessHours = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, 'Must be an IANA time zone: Europe/Stockholm'),
  days: z.partialRecord(z.enum(weekdays), z.array(openHours).max(4)),
  message: z.string().max(1_000).trim().min(1).optional().describe('Message to the customer outside of these hours'),
})
export type BusinessHours = z.output<typeof businessHours>
/** Whether people answer now, by the business hours. */
export const openingHours = z.object({
  open: z.boolean().describe('True without business hours'),
  opensAt: timestamp.optional().describe('When it opens next, if it is closed and ever opens'),
  closesAt: timestamp.optional().describe('When it closes next, if it is open and ever closes'),
})
export type OpeningHours = z.output<typeof openingHours>
export type Weekday = (typeof weekdays)[number]

/** `*`, or what a browser sends as `Origin`. */
const origin = z
  .string()
  .max(300)
  .refine((text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text), {
    message: 'Must be an origin (https://example.com) or *',
  })

/** What a customer says who asks nothing. */
export const courtesy = z.enum(['greeting', 'thanks', 'goodbye'])
export type Courtesy = z.output<typeof courtesy>
/** Two letters, as `sv`. */
export const languageCode = z.string().regex(/^[a-z]{2}$/, 'Must be an ISO 639-1 language code: sv')
const ownText = z.string().max(limits.customerTextCharacters).trim().min(1)
const customerTextFields = {
  greeting: ownText.describe('The reply to a message that is only a greeting'),
  thanks: ownText.describe('The reply to a message that only says thanks'),
  goodbye: ownText.describe('The reply to a message that only says goodbye'),
  handedOver: ownText.describe('When a question goes to people; replaces all built-in texts for this'),
  outsideHours: ownText.describe(
    'When a question goes to people outside of business hours; has priority over `businessHours.message`',
  ),
  waiting: ownText.describe('To a message that people will answer, because they have the conversation'),
  refusal: ownText.describe('When a policy blocks a question or its answer'),
  tooLong: ownText.describe('Shown by a chat window when a message is too long to be sent'),
}
/** A text that customers read and no model writes. */
export type CustomerTextKind = keyof typeof customerTextFields
export const customerTextKinds = Object.keys(customerTextFields) as CustomerTextKind[]
/** Every text in one language. */
export const customerTextSet = z.object(customerTextFields)
/** By language: what customers read that no model writes, where it differs from what comes with Frontdesk. */
export const customerTexts = z.record(languageCode, z.strictObject(customerTextFields).partial())

/** Days, at most ten years. */
const days = z.number().int().min(1).max(3_650).nullable()
const settingsFields = {
  escalationThreshold: z.number().min(0).max(1).nullable().describe('null: the default'),
  languages: z
    .array(languageCode)
    .max(50)
    .describe(
      'Languages of answers: the customer’s language if it is in this list, otherwise the first one. Empty: the customer’s language. Without a model, an answer has the language of its source',
    ),
  businessHours: businessHours.nullable().describe('Null: always open'),
  assumedResolutionHours: z
    .number()
    .positive()
    .max(8_760)
    .nullable()
    .describe('Hours without a message after which a conversation counts as resolved (`assumed`). null: never'),
  retentionDays: days.describe(
    'Days without a message after which resolved and closed conversations are removed with all their data. null: kept until erased',
  ),
  anonymousRetentionDays: days.describe(
    'Days without a message after which conversations of anonymous visitors of chat widgets are removed with all their data, unless a person answered in them or still has to. Sessions of these visitors end after the same number of days without use, and after 30 days at the latest. null: `retentionDays` applies',
  ),
  allowedOrigins: z.array(origin).max(100).describe('Origins from which browsers may call the API'),
  texts: customerTexts.describe(
    'Your own texts, by language, for replies that no model writes. English, Swedish, German and Arabic are built in',
  ),
  contradictions: z
    .enum(['newest', 'escalate'])
    .describe(
      'What happens if live sources contradict each other. `newest`: the answer follows the newer one and names both; `escalate`: the question goes to a person',
    ),
  recalibrateConfidence: z
    .boolean()
    .describe(
      'Confidence is corrected by what customers and agents said of earlier answers, once 30 of the last 90 days were judged',
    ),
  unassignWhenOutOfOffice: z
    .boolean()
    .describe(
      'If the assignee of a team’s conversation goes out of office or is disabled, and the customer waits for an answer, the conversation loses its assignee',
    ),
  keyExpiryDays: days.describe('Maximum lifetime of a new API key, in days'),
  requireAgentKeys: z
    .boolean()
    .describe('Only sessions, and API keys that were created with an `agentId`, can act as an agent'),
}
export const settings = z.object({
  ...settingsFields,
  // A chat of the release before knows nothing of it.
  requireAgentKeys: settingsFields.requireAgentKeys.default(false),
  anonymousRetentionDays: settingsFields.anonymousRetentionDays.default(30),
  unassignWhenOutOfOffice: settingsFields.unassignWhenOutOfOffice.default(false),
  recalibrateConfidence: settingsFields.recalibrateConfidence.default(true),
  updatedAt: timestamp.nullable(),
})
export type Settings = z.output<typeof settings>
export const settingsPatch = z
  .strictObject({
    ...settingsFields,
    texts: settingsFields.texts.refine(
      (texts) => Buffer.byteLength(JSON.stringify(texts)) <= limits.customerTextsBytes,
      `Must have at most ${limits.customerTextsBytes} bytes as JSON.`,
    ),
  })
  .partial()

/** What a tenant that never set anything has. */
export const defaultSettings: Settings = {
  escalationThreshold: null,
  languages: [],
  businessHours: null,
  assumedResolutionHours: 72,
  retentionDays: null,
  anonymousRetentionDays: 30,
  allowedOrigins: [],
  texts: {},
  contradictions: 'newest',
  recalibrateConfidence: true,
  unassignWhenOutOfOffice: false,
  keyExpiryDays: null,
  requireAgentKeys: false,
  updatedAt: null,
}

/** When a rule applies. */
export const escalationCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('low_confidence'), threshold: z.number().min(0).max(1).optional() }),
  z.strictObject({ kind: z.literal('requested') }),
  z.strictObject({ kind: z.literal('frustrated') }),
  z.strictObject({
    kind: z.literal('turns'),
    turns: z.number().int().min(1).max(1_000).describe('Applies from the customer’s message with this number on'),
  }),
  z.strictObject({ kind: z.literal('keywords'), keywords: z.array(z.string().max(100).trim().min(1)).min(1).max(200) }),
  z.strictObject({ kind: z.literal('outside_hours') }),
])
export const escalationAction = z.strictObject({
  assignee: id.optional(),
  teamId: id.optional().describe('The team that it is assigned to'),
  team: z.string().max(64).trim().min(1).optional().describe('Added to the conversation as a tag'),
  message: z.string().max(1_000).trim().min(1).optional().describe('Message to the customer'),
  unclaimedAfterMinutes: z.number().min(0.01).max(43_200).optional(),
  next: id.optional().describe('The rule that runs if nobody has claimed the conversation by then'),
})
const ruleFields = {
  name: z.string().max(200).overwrite(oneLineName).min(1),
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
