import { actionRun, copilotResult } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** Help for the people who answer. */
export const copilotRoutes = [
  route({
    method: 'POST',
    url: '/api/copilot',
    access: 'conversations',
    tag: 'Copilot',
    summary: 'Run a copilot action on a conversation',
    description: '`messageId` in the reply is the newest message that the action saw.',
    body: z.strictObject(actionRun.body.omit({ operationId: true }).shape),
    status: 200,
    reply: copilotResult,
    refusals: ['not_found', 'model_required', 'model_unavailable', 'policy_unavailable'],
    handle: ({ context, body, operationId }) => context.ask(actionRun, { ...body, operationId }),
  }),
]
