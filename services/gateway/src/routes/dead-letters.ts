import { id, pageRequest, ServiceError, timestamp } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'Operations' } as const
const params = z.object({ deadLetterId: id })

const deadLetter = z.object({
  id: z.string(),
  handler: z.string().describe('The part that could not handle it'),
  subject: z.string(),
  key: z.string().describe('What it is about: the id of a conversation, a source, …'),
  sequence: z.number().int(),
  reason: z.object({ code: z.string(), message: z.string() }),
  attempts: z.number().int(),
  at: timestamp,
})

/** What could not be handled, with reason. */
export const deadLetterRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/dead-letters',
    summary: 'List what could not be handled',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: z.object({ items: z.array(deadLetter), nextCursor: z.string().nullable() }),
    async handle({ context, query: { limit, cursor } }) {
      const { items, nextCursor } = await context.deadLetters.list(context.tenant, { limit, ...(cursor && { cursor }) })
      const shown = items.map(({ id, group, subject, key, sequence, reason, attempts, at }) => ({
        id,
        handler: group,
        subject,
        key,
        sequence,
        reason,
        attempts,
        at: new Date(at).toISOString(),
      }))
      return { items: shown, nextCursor }
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/dead-letters/:deadLetterId/retry',
    summary: 'Handle it again',
    params,
    status: 202,
    reply: z.object({ id: z.string() }),
    async handle({ context, params }) {
      if (!(await context.deadLetters.retry(context.tenant, params.deadLetterId))) throw new ServiceError('not_found')
      return { id: params.deadLetterId }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/dead-letters/:deadLetterId',
    summary: 'Forget it',
    params,
    status: 204,
    async handle({ context, params }) {
      if (!(await context.deadLetters.remove(context.tenant, params.deadLetterId))) throw new ServiceError('not_found')
    },
  }),
]
