import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { GatewayContext } from '../context.ts'
import { randomToken } from '../people/random-token.ts'
import { maySignIn } from '../people/sessions.ts'
import type { AgentRecord } from './agent-document.ts'
import { leavingAdminsId } from './leaving-admins-document.ts'

/** A change that is not over by then was broken off. */
const livesMs = 30_000

const isAdmin = (body: AgentRecord): boolean =>
  body.role === 'admin' && maySignIn(body) && body.signIn?.password !== undefined

const lastAdmin = () =>
  new ServiceError('conflict', {
    detail: 'This is the last admin with a password. First give somebody else the role, or invite another admin.',
  })

/**
 * Makes a change after which an agent is no admin any more. Throws `conflict` where no admin with a password would be left:
 * also where two such changes are made at once, for each says first whom it concerns, and the second one sees both.
 */
export async function protectLastAdmin<T>(
  { id, body }: Stored<AgentRecord>,
  change: () => Promise<T>,
  { tenant, collections, commit, clock }: GatewayContext,
): Promise<T> {
  if (!isAdmin(body)) return change()
  const token = randomToken()
  const stored = await commit(collections.leavingAdmins, leavingAdminsId, (current) => {
    const now = clock.now()
    const others = (current?.body.leaving ?? []).filter(({ until }) => until > now)
    return { body: { leaving: [...others, { token, agentId: id, until: now + livesMs }] } }
  })
  try {
    const leaving = new Set(stored!.body.leaving.map(({ agentId }) => agentId))
    const where = { role: 'admin', status: 'active', 'signIn.password': { exists: true } }
    const { items } = await collections.agents.find(tenant, { where, limit: leaving.size + 1 })
    if (items.every((admin) => leaving.has(admin.id))) throw lastAdmin()
    return await change()
  } finally {
    await commit(collections.leavingAdmins, leavingAdminsId, (current) =>
      current ? { body: { leaving: current.body.leaving.filter((each) => each.token !== token) } } : undefined,
    )
  }
}
