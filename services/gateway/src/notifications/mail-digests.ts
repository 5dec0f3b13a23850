import { analytics, grants, platformTenant, roleScopes } from '@frontdesk/contracts'
import { job } from '@frontdesk/jobs'
import type { AgentRecord, Preferences } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { oneLine } from '../people/one-line.ts'
import type { Mail } from '../people/open-mailer.ts'
import type { DigestRecord } from './digest-document.ts'
import { lastMonday, nextDigestAt } from './last-monday.ts'
import { quietForMs } from './quiet-hours.ts'

/** Gaps that are counted; there may be more. */
const maxGaps = 100

/**
 * Makes an agent's next digest due if these preferences ask for one. Before they are stored: one that is due without being
 * wanted ends by itself, one that is wanted without being due would never come.
 */
export async function scheduleDigest(
  agentId: string,
  { digest }: Pick<Preferences, 'digest'>,
  { commit, collections, clock, cause }: GatewayContext,
): Promise<void> {
  if (!digest) return
  const next = nextDigestAt(clock.now(), digest.timeZone)
  await commit(collections.digests, agentId, (current) => {
    // Whoever is at it may just have seen that none was wanted.
    const { claim: _, dueAt = next, ...known } = current?.body ?? {}
    // One that waits for the end of quiet hours, or for the mail server, still goes.
    return { body: { ...known, dueAt: Math.min(dueAt, next), cause } }
  })
}

/** Only people who can sign in and may see the figures get them. */
const mayRead = ({ status = 'active', signIn, role }: AgentRecord): boolean =>
  status === 'active' && signIn !== undefined && grants(roleScopes[role], 'analytics', 'read')

/**
 * The weekly digest: the figures of the week that ended last Monday, by mail, to agents who asked for it. Sent before it is
 * noted that it was: after a crash between the two it is sent again.
 */
export const digestWork = job<GatewayContext, DigestRecord>({
  name: 'weekly digest',
  collection: ({ collections }) => collections.digests,
  leaseMs: 60_000,
  pauseMs: 60_000,
  givesUp: {
    attempts: 8,
    // This week's is left out; the next one comes.
    outcome: (_failure, { clock }) => ({ dueInMs: nextDigestAt(clock.now(), 'UTC') - clock.now() }),
  },
  async work(lease, context) {
    const { tenant, collections, clock, state } = context
    const stored = await collections.agents.get(tenant, lease.id)
    if (!stored) return { removes: true }
    const { digest, quietHours } = stored.body.preferences ?? {}
    if (!digest) return { removes: true }
    const quietMs = quietHours ? quietForMs(quietHours, clock.now()) : 0
    if (quietMs > 0) return { dueInMs: quietMs }
    const to = lastMonday(clock.now(), digest.timeZone)
    const dueInMs = nextDigestAt(clock.now(), digest.timeZone) - clock.now()
    if (!state.mailer || !mayRead(stored.body) || (lease.body.sentFor ?? 0) >= to) return { dueInMs }
    const mail = await mailOf(stored.body, lastMonday(to - 1, digest.timeZone), to, context)
    await lease.hold()
    await state.mailer.send(mail)
    return { dueInMs, change: (body) => ({ ...body, sentFor: to }) }
  },
})

/** The week's figures with the week before and where their rows are; no words of a conversation. */
async function mailOf(agent: AgentRecord, from: number, to: number, context: GatewayContext): Promise<Mail> {
  const { tenant, collections, config, ask } = context
  const { timeZone } = agent.preferences!.digest!
  const iso = (at: number) => new Date(at).toISOString()
  const read = (start: number, end: number) => ask(analytics.queries.overviewRead, { from: iso(start), to: iso(end) })
  const week = await read(from, to)
  const before = await read(lastMonday(from - 1, timeZone), from)
  const gaps = await ask(analytics.queries.suggestionList, { status: 'open', limit: maxGaps })
  const desk = (await collections.tenants.get(platformTenant, tenant))?.body.name ?? tenant
  const console = `${config.PUBLIC_URL?.replace(/\/+$/, '')}/console/analytics`
  const rows = (metric: string) => `${console}/rows?${new URLSearchParams({ metric, from: iso(from), to: iso(to) })}`
  const number = (n: number) => n.toLocaleString('en')
  const figure = (name: string, metric: string, now: number, then: number) =>
    `- ${name}: ${number(now)} (the week before: ${number(then)})\n  ${rows(metric)}`
  const day = (at: number) => new Intl.DateTimeFormat('en', { ...zoneOf(timeZone), dateStyle: 'long' }).format(at)
  return {
    to: agent.email,
    subject: `Your week in Frontdesk: ${number(week.conversations)} ${week.conversations === 1 ? 'conversation' : 'conversations'} (${desk})`,
    text: `Hello ${oneLine(agent.name)},

this is the week from ${day(from)} to ${day(to - 1)}:

${[
  figure('Conversations', 'conversations', week.conversations, before.conversations),
  figure('Resolved by the AI agent', 'resolved_ai', week.resolvedBy.ai, before.resolvedBy.ai),
  figure('Resolved by people', 'resolved_agent', week.resolvedBy.agent, before.resolvedBy.agent),
  figure('Passed on to people', 'escalated', week.escalated, before.escalated),
].join('\n')}
- Open gaps in the knowledge base: ${gaps.items.length}${gaps.nextCursor === null ? '' : ' or more'}
  ${console}/suggestions

You can turn off this mail in your profile in Frontdesk.
`,
  }
}

function zoneOf(timeZone: string): { timeZone: string } {
  try {
    return { timeZone: new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { timeZone: 'UTC' }
  }
}
