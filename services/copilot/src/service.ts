import { actionRun, copilotCopiesErase, copilotRunList, copilotUsage } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { z } from 'zod'
import { asks, collections } from './context.ts'
import { readUsage } from './count-usage.ts'
import { eraseCopies } from './erase-copies.ts'
import { runAction } from './run-action.ts'

/** Helps the people who answer: runs an action on a conversation and keeps what it answered. */
export const copilot = defineService({
  name: 'copilot',
  config: z.object({}),
  uses: ['models'],
  collections,
  publishes: {},
  asks,
  handles: { actionRun, copilotCopiesErase, copilotRunList, copilotUsage },
  handlers: {
    actionRun: (body, context) => runAction(body, context),
    copilotCopiesErase: eraseCopies,
    async copilotRunList({ conversationId, limit, cursor }, { tenant, collections }) {
      const { items, nextCursor } = await collections.runs.find(tenant, {
        where: { conversationId },
        sort: { field: 'createdAt', direction: 'desc' },
        limit,
        ...(cursor !== undefined && { cursor }),
      })
      return { items: items.map(({ body }) => body), nextCursor }
    },
    copilotUsage: readUsage,
  },
})
