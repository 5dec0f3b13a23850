import { z } from 'zod'
import { limits } from './limits.ts'
import { emailPattern, oneLineName, plainAddress } from './one-line.ts'
import { codeWord, foreignId, identifier, marked } from './text-marks.ts'

const whole = (max: number) => marked(z.string().min(1).max(max), { is: 'whole' })

/** A person's name, made one line. */
const name = marked(z.string().max(200).overwrite(oneLineName).min(1), { is: 'whole' })

/** A page of a site that embeds a chat widget. */
export const visitorPage = z.strictObject({ url: whole(2_000), title: z.string().max(300).optional() })

/** Answers to questions that a widget asks before a chat, by the name of the field. */
export const visitorFields = z
  .record(z.string().min(1).max(64), z.string().max(2_000))
  .refine((fields) => Object.keys(fields).length <= 20, 'At most 20 fields.')
  .refine(
    (fields) => new TextEncoder().encode(JSON.stringify(fields)).length <= limits.visitorFieldsBytes,
    `At most ${limits.visitorFieldsBytes} bytes as JSON.`,
  )

/** What a visitor says of themselves. Nobody has verified it. */
export const visitorDetails = z.strictObject({
  name: name.optional(),
  email: marked(
    z
      .string()
      .regex(emailPattern, 'Invalid email address')
      .max(254)
      .refine(...plainAddress),
    { is: 'whole' },
  ).optional(),
  fields: visitorFields.optional(),
  language: codeWord
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag: sv')
    .max(35)
    .optional(),
  consent: z.boolean().optional().describe('Whether they agreed to the text of the widget'),
})
export type VisitorDetails = z.output<typeof visitorDetails>

/** What a site says of a user who is signed in there, as its signed token has it. */
export const visitorClaims = z.object({
  externalId: foreignId.min(1).max(200).describe('The site’s id of the user'),
  name: name.optional(),
  email: marked(
    z
      .string()
      .min(1)
      .max(254)
      .refine(...plainAddress),
    { is: 'whole' },
  ).optional(),
  isEmailVerified: z.boolean(),
  phone: whole(32).optional(),
  attributes: visitorFields.optional(),
})
export type VisitorClaims = z.output<typeof visitorClaims>

/** The visitor of a chat widget whose conversation it is. */
export const conversationVisitor = z.object({
  id: identifier,
  widgetId: identifier,
  verified: z
    .boolean()
    .describe('Whether the site confirms who this is; otherwise these are the visitor’s own statements'),
  name: name.optional(),
  email: whole(254).optional(),
  phone: whole(32).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  language: codeWord.optional(),
  consent: z.boolean().optional(),
  page: visitorPage.optional().describe('Where they began the conversation'),
})
export type ConversationVisitor = z.output<typeof conversationVisitor>
