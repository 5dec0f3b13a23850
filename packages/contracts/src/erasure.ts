import { z } from 'zod'
import { query } from './define.ts'
import { id } from './identifiers.ts'
import { removed } from './tenancy.ts'

/** What is to be forgotten: what a source said, what a contact and its conversations did, or conversations alone. */
export const erasureSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('source'), sourceId: id }),
  z.object({
    kind: z.literal('contact'),
    contactId: id,
    conversationIds: z.array(id).max(500),
    visitorIds: z.array(id).max(500).optional().describe('Visitors of chat widgets to whom the conversations belong'),
    emails: z.array(z.string().max(320)).max(1_000).optional().describe('Addresses that are its own'),
  }),
  z.object({ kind: z.literal('conversations'), conversationIds: z.array(id).max(500) }),
])
export type ErasureSubject = z.output<typeof erasureSubject>

/**
 * Removes copies of a subject's words from what a service keeps: a bounded part a call, which goes on with `cursor` until
 * that is null. Doing it again removes nothing more. Event streams are not touched: they forget by themselves.
 */
export const copiesErase = <const Service extends string>(service: Service) =>
  query(
    `query.${service}.copies.erase.v1`,
    z.object({ subject: erasureSubject, cursor: z.string().max(1_024).optional() }),
    z.object({ removed, cursor: z.string().nullable() }),
    { timeoutMs: 30_000, maxInFlight: 4 },
  )

/** What an event that was erased says in the ledger in place of its data. */
export const erasedData = { erased: true } as const
