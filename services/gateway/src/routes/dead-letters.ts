import { id, pageOf, pageRequest, ServiceError, timestamp } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', onlyReads: false, tag: 'Operations' } as const
const params = z.object({ deadLetterId: id })

const deadLetter = z
  .object({
    id: z.string(),
    handler: z.string().describe('The handler that failed'),
    subject: z.string(),
    key: z.string().describe('Id of the conversation, source, … that the event is about'),
    sequence: z.number().int(),
    reason: z.object({ code: z.string(), message: z.string() }),
    attempts: z.number().int(),
    at: timestamp,
  })
  .meta({ id: 'DeadLetter' })

/** What could not be handled, with reason. */
export const deadLetterRoutes = [
  jsonRoute('GET /api/dead-letters', {
    ...common,
    name: 'listDeadLetters',
    summary: 'List dead letters',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(deadLetter),
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
  jsonRoute('POST /api/dead-letters/:deadLetterId/retry', {
    ...common,
    name: 'retryDeadLetter',
    summary: 'Retry a dead letter',
    params,
    status: 202,
    reply: z.object({ id: z.string() }),
    async handle({ context, params }) {
      if (!(await context.deadLetters.retry(context.tenant, params.deadLetterId))) throw new ServiceError('not_found')
      return { id: params.deadLetterId }
    },
  }),
  jsonRoute('DELETE /api/dead-letters/:deadLetterId', {
    ...common,
    name: 'deleteDeadLetter',
    summary: 'Delete a dead letter',
    params,
    async handle({ context, params }) {
      if (!(await context.deadLetters.remove(context.tenant, params.deadLetterId))) throw new ServiceError('not_found')
    },
  }),
]
