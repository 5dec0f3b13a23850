import { type GrantedScope, isFresh, newId, roleScopes, ServiceError } from '@frontdesk/contracts'
import { removeOld, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { LRUCache } from 'lru-cache'
import type { AgentRecord } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import type { Caller, SessionReader } from '../keys/caller.ts'
import { readSignInSettings } from '../sign-in-settings/sign-in-settings-store.ts'
import { hashOfToken, randomToken } from './random-token.ts'
import type { SessionRecord } from './session-document.ts'

const idleMs = 12 * 3_600_000
const maxAgeMs = 30 * 24 * 3_600_000
/** How long a session that was read is believed. One that ended has to be over within 2 s everywhere. */
const trustMs = 1_000
/** Its last use is written at most so often. */
const touchMs = 60_000
const maxCached = 10_000
const maxUserAgent = 400

/** When a session ends unless it is used again, in milliseconds since 1970. */
export const endOfSession = ({ lastUsedAt, endsAt }: SessionRecord): number => Math.min(endsAt, lastUsedAt + idleMs)

/** Whether an agent may have sessions. */
export const maySignIn = ({ status, signIn }: AgentRecord): boolean => signIn !== undefined && status === 'active'

/** From where a session begins; `provider` is the identity provider that signed in, if one did. */
type Client = { ip: string; userAgent: string; provider?: { id: string; issuer: string } }

/** Begins a session of an agent and answers its token, which is shown this once. */
export async function beginSession(
  agent: Stored<AgentRecord>,
  { ip, userAgent, provider }: Client,
  context: GatewayContext,
): Promise<{ token: string; session: Stored<SessionRecord> }> {
  const token = randomToken()
  const now = context.clock.now()
  const { stored } = await context.collections.sessions.insert(agent.tenant, newId('ses'), {
    agentId: agent.id,
    hash: hashOfToken(token),
    epoch: agent.body.signIn!.epoch,
    createdAt: timestampOf(context.clock),
    lastUsedAt: now,
    endsAt: now + maxAgeMs,
    ip,
    userAgent: userAgent.slice(0, maxUserAgent),
    ...(provider && { provider: provider.id, issuer: provider.issuer }),
  })
  await noteSeen(agent.tenant, agent.id, context)
  return { token, session: stored }
}

async function noteSeen(tenant: string, agentId: string, context: GatewayContext): Promise<void> {
  const lastSeenAt = timestampOf(context.clock)
  await context
    .forTenant(tenant)
    .commit(context.collections.agents, agentId, (current) =>
      current ? { body: { ...current.body, lastSeenAt } } : undefined,
    )
}

/** Ends the sessions of an agent, all or all but one. Answers how many there were. */
export async function endSessions(agentId: string, context: GatewayContext, except?: string): Promise<number> {
  const { tenant, collections } = context
  let ended = 0
  for (;;) {
    const { items } = await collections.sessions.find(tenant, { where: { agentId } })
    const others = items.filter(({ id }) => id !== except)
    for (const { id } of others) if (await collections.sessions.remove(tenant, id)) ended++
    if (others.length === 0 || items.length < 100) return ended
  }
}

type Known = { caller: Caller; readAt: number; validUntil: number }

const isOver = () => new ServiceError('unauthenticated', { detail: 'This session has ended. Sign in again.' })

/** Looks sessions up by the SHA-256 of their token and remembers them for `trustMs`. */
export function makeSessionReader(context: GatewayContext): SessionReader {
  const { clock, collections } = context
  const known = new LRUCache<string, Known>({ max: maxCached })

  async function lookUp(token: string, isUse: boolean): Promise<Known | undefined> {
    const now = clock.now()
    const [found] = await collections.sessions.findAcrossTenants({ where: { hash: hashOfToken(token) }, limit: 1 })
    if (!found || endOfSession(found.body) <= now) return undefined
    const { tenant, id, body } = found
    const agent = await collections.agents.get(tenant, body.agentId)
    if (!agent || !maySignIn(agent.body) || agent.body.signIn!.epoch !== body.epoch) return undefined
    if (isUse && now - body.lastUsedAt >= touchMs) touch(tenant, id, body.agentId, now)
    const scopes: readonly GrantedScope[] = roleScopes[agent.body.role]
    const { requireTotp, oidc } = await readSignInSettings(tenant, context)
    const { provider, issuer } = body
    const isOpen = oidc.providers.some((each) => each.id === provider && each.issuer === issuer && each.enabled)
    if (provider !== undefined && !isOpen) {
      // It doesn't come back with the provider.
      await collections.sessions.remove(tenant, id)
      return undefined
    }
    // The provider answers for the factors of its sign-ins.
    const lacksTotp = requireTotp && provider === undefined && !agent.body.signIn!.totp
    const caller: Caller = {
      tenant,
      keyId: id,
      kind: 'session',
      scopes,
      agentId: body.agentId,
      ...(lacksTotp && { lacksTotp }),
      endsAt: Number.POSITIVE_INFINITY,
      presented: token,
    }
    return { caller, readAt: now, validUntil: endOfSession(body) }
  }

  function touch(tenant: string, id: string, agentId: string, now: number) {
    context.forTenant(tenant).detach('record the use of a session', async (own) => {
      await own.commit(collections.sessions, id, (current) =>
        current && current.body.lastUsedAt < now ? { body: { ...current.body, lastUsedAt: now } } : undefined,
      )
      await noteSeen(tenant, agentId, own)
    })
  }

  async function read(token: string, isUse: boolean): Promise<Caller> {
    known.delete(token)
    const entry = await lookUp(token, isUse)
    if (!entry) throw isOver()
    known.set(token, entry)
    return entry.caller
  }

  return {
    read(token, { isUse = true } = {}) {
      const entry = known.get(token)
      const now = clock.now()
      return entry && isFresh(entry.readAt, trustMs, now) && now < entry.validUntil ? entry.caller : read(token, isUse)
    },
    forget({ sessionId, agentId }) {
      for (const [token, { caller }] of known)
        if (caller.keyId === sessionId || caller.agentId === agentId) known.delete(token)
    },
  }
}

/** Removes sessions that are over, links that nobody used in time, and counters of windows that ended. */
export async function sweepSignIn({ collections, clock, signal }: GatewayContext): Promise<void> {
  const now = clock.now()
  await removeOld(collections.sessions, { field: 'lastUsedAt', before: now - idleMs }, signal)
  await removeOld(collections.signInLinks, { field: 'expiresAt', before: now }, signal)
  await removeOld(collections.oidcSignIns, { field: 'expiresAt', before: now }, signal)
  await removeOld(collections.tries, { field: 'endsAt', before: now }, signal)
}
