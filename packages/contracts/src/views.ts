import { z } from 'zod'
import { id } from './identifiers.ts'
import { conversationFilter, conversationSort } from './inbox.ts'
import { oneLineName } from './one-line.ts'
import { timestamp } from './records.ts'
import { identifier } from './text-marks.ts'

/** Views that every inbox has: conversations that people work on, those that the AI has, and what is done with. */
export const standardView = z.enum(['queue', 'mine', 'unassigned', 'ai', 'snoozed', 'resolved', 'all'])
export type StandardView = z.output<typeof standardView>

const fields = {
  name: z.string().max(100).overwrite(oneLineName).min(1),
  icon: z.string().max(64).trim().min(1).optional(),
  filter: conversationFilter,
  sort: conversationSort,
  shared: z
    .boolean()
    .describe('true: everybody in the tenant can see and change it; false: only the agent who created it'),
  order: z.number().int().min(0).max(10_000).describe('Its place among the views: lower first'),
}

/** What a view is made of. */
export const viewInput = z.strictObject({
  ...fields,
  sort: conversationSort.default('newest'),
  shared: z.boolean().default(false),
  order: fields.order.default(0),
})
export const viewPatch = z.strictObject({ ...fields, icon: fields.icon.unwrap().nullable() }).partial()

/** What a view lists. */
export const viewFilter = z.object(conversationFilter.shape)

/** A list of conversations that somebody keeps. */
export const view = z.object({
  id: identifier,
  ...fields,
  filter: viewFilter,
  agentId: identifier.nullable().describe('Who made it; null for an API key'),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type View = z.output<typeof view>

/** How many conversations a view has. */
export const viewCount = z.object({
  view: identifier,
  count: z.number().int().describe('Counted up to 1,000'),
  exact: z.boolean().describe('false: there are more, or there may be'),
  unread: z.number().int().optional().describe('How many of the counted conversations the calling agent has not read'),
})

/** Views whose conversations are counted: names of standard ones, and ids. */
export const countedViews = z.array(id).min(1).max(30)
