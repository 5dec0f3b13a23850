import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import { type AgentRecord, agent, agentInput, agentPatch, preferences, shownAgent } from '../agents/agent-document.ts'
import { changed } from '../agents/availability.ts'
import { withAvailability } from '../agents/change-agent.ts'
import { scheduleDigest } from '../notifications/mail-digests.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'session', tag: 'Signing in' } as const
const me = z
  .object({
    agent,
    preferences,
    recoveryCodesLeft: z
      .number()
      .int()
      .optional()
      .describe('Number of unused recovery codes of the second factor; absent if it is off'),
  })
  .meta({ id: 'Me' })

const shown = ({ id, body }: Stored<AgentRecord>): z.output<typeof me> => ({
  agent: shownAgent(id, body),
  preferences: body.preferences ?? {},
  ...(body.signIn?.totp && { recoveryCodesLeft: body.signIn.totp.recoveryCodes.length }),
})

/** Whoever has signed in. */
export const meRoutes = [
  jsonRoute('GET /api/me', {
    ...common,
    name: 'getMe',
    isOpenWithoutTotp: true,
    summary: 'Read your own agent and preferences',
    reply: me,
    async handle({ context, caller }) {
      const stored = await context.collections.agents.get(context.tenant, caller.agentId!)
      if (!stored) throw new ServiceError('unauthenticated')
      return shown(stored)
    },
  }),
  jsonRoute('PATCH /api/me', {
    ...common,
    name: 'updateMe',
    summary: 'Change your own name, availability and preferences',
    description: 'Changes only the fields in the body, and only those fields of `preferences` that it contains.',
    body: z
      .strictObject({
        name: agentInput.shape.name,
        available: z.boolean(),
        outOfOffice: agentPatch.shape.outOfOffice,
        preferences,
      })
      .partial(),
    reply: me,
    async handle({ context, caller, body: { preferences: given = {}, outOfOffice, ...rest } }) {
      const present = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      await scheduleDigest(caller.agentId!, given, context)
      const stored = await context.commit(context.collections.agents, caller.agentId!, (current) => {
        if (!current) throw new ServiceError('unauthenticated')
        const preferences = { ...current.body.preferences, ...present(given) }
        const after = { ...current.body, ...present(rest), preferences, updatedAt: timestampOf(context.clock) }
        return changed(current, withAvailability(after, { outOfOffice }), context)
      })
      return shown(stored!)
    },
  }),
]
