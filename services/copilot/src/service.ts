import { copilot } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { z } from 'zod'
import { asks, collections } from './context.ts'
import { eraseCopies } from './runs/erase-copies.ts'
import { listRuns } from './runs/list-runs.ts'
import { runAction } from './runs/run-action.ts'
import { readUsage } from './usage/count-usage.ts'

/** Helps the people who answer: runs an action on a conversation and keeps what it answered. */
export const copilotService = defineService({
  contracts: copilot,
  config: z.object({}),
  uses: ['models'],
  collections,
  asks,
  handlers: {
    actionRun: (body, context) => runAction(body, context),
    copiesErase: eraseCopies,
    runList: listRuns,
    usageRead: readUsage,
  },
})
