import { z } from 'zod'
import { id } from './identifiers.ts'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { conversationStatus, tags, timestamp } from './records.ts'
import { codeWord, identifier } from './text-marks.ts'

/** What a canned reply does to a conversation beside its words; whoever sends it does that. */
export const replyActions = z.strictObject({
  tags: tags.optional().describe('Added to the tags that the conversation has'),
  assignee: id.nullable().optional(),
  status: conversationStatus.optional(),
})

export const shownActions = z.object(replyActions.shape)

const fields = {
  name: z.string().max(100).overwrite(oneLineName).min(1),
  shortcut: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_-]{1,32}$/u, 'Only letters, digits, _ and -'),
  content: z.string().min(1).max(limits.messageCharacters).describe('With `{{contact.name}}` and `{{agent.name}}`'),
  language: codeWord.min(2).max(16).optional(),
  shared: z
    .boolean()
    .describe('true: everybody in the tenant can see and change it; false: only the agent who created it'),
  actions: replyActions.optional(),
}

/** What a canned reply is made of. */
export const cannedReplyInput = z.strictObject({ ...fields, shared: z.boolean().default(true) })
export const cannedReplyPatch = z
  .strictObject({ ...fields, language: fields.language.unwrap().nullable(), actions: replyActions.nullable() })
  .partial()

/** A reply that is written once and sent often. */
export const cannedReply = z.object({
  id: identifier,
  ...fields,
  actions: shownActions.optional(),
  used: z.number().int().describe('How often it was rendered'),
  agentId: identifier.nullable().describe('Who made it; null for an API key'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type CannedReply = z.output<typeof cannedReply>

/** A canned reply for one conversation, its names filled in. */
export const renderedReply = z.object({
  content: z.string(),
  missing: z.array(codeWord).describe('Placeholders whose value is not known; they are left out of the content'),
  actions: shownActions.optional(),
})
