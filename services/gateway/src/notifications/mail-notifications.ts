import { type BodyOf, chat, type Notification, platformTenant } from '@frontdesk/contracts'
import { job } from '@frontdesk/jobs'
import type { AgentRecord, Preferences } from '../agents/agent-document.ts'
import type { GatewayContext } from '../context.ts'
import { oneLine } from '../people/one-line.ts'
import type { Mail } from '../people/open-mailer.ts'
import type { NotificationMailRecord } from './notification-mail-document.ts'
import { quietForMs } from './quiet-hours.ts'

/** Notifications that one mail lists. */
const maxListed = 20
const read = 100

/** An agent has something new: a mail is due after a while, unless one is due already. Without a mail server nothing is. */
export async function scheduleMail(
  { agentId }: BodyOf<typeof chat.events.agentNotified>,
  context: GatewayContext,
): Promise<void> {
  const { commit, collections, clock, state, config, cause } = context
  if (!state.mailer) return
  const dueAt = clock.now() + config.NOTIFICATION_MAIL_AFTER_MS
  await commit(collections.notificationMails, agentId, (current) =>
    current?.body.dueAt === undefined ? { body: { ...current?.body, dueAt, cause } } : undefined,
  )
}

/** Whether an agent wants mails about this. */
const isWanted = ({ kind }: Notification, { mail, mentioned, assigned }: NonNullable<Preferences['notifications']>) =>
  mail !== false && (kind === 'mention' ? mentioned : assigned) !== false

/** Only people who can sign in get mails: nobody else can read on, or turn them off. */
const canRead = ({ status = 'active', signIn }: AgentRecord): boolean => status === 'active' && signIn !== undefined

const doneWith = { change: ({ dueAt: _, ...body }: NotificationMailRecord): NotificationMailRecord => body }

/**
 * Mails to agents about what they have not read: one for all of it, as long after the first as the setting says, so no more
 * often than that. Sent before it is noted that it was: after a crash between the two it is sent again.
 */
export const notificationMailWork = job<GatewayContext, NotificationMailRecord>({
  name: 'mail about notifications',
  collection: ({ collections }) => collections.notificationMails,
  leaseMs: 60_000,
  pauseMs: 30_000,
  givesUp: { attempts: 8, outcome: () => doneWith },
  async work(lease, context) {
    const { tenant, collections, clock, state, ask } = context
    const agentId = lease.id
    const stored = await collections.agents.get(tenant, agentId)
    if (!stored) return { removes: true }
    const { preferences = {} } = stored.body
    if (!state.mailer || !canRead(stored.body)) return doneWith
    const quietMs = preferences.quietHours ? quietForMs(preferences.quietHours, clock.now()) : 0
    if (quietMs > 0) return { dueInMs: quietMs }
    const { items } = await ask(chat.queries.notificationList, { agentId, unread: true, limit: read })
    const { mailedTo = '' } = lease.body
    const news = items.filter((each) => each.at > mailedTo && isWanted(each, preferences.notifications ?? {}))
    if (news.length > 0) {
      await lease.hold()
      await state.mailer.send(await mailOf(stored.body, news, context))
    }
    const newest = [mailedTo, ...items.map(({ at }) => at)].sort().at(-1)!
    return { change: ({ dueAt: _, ...body }) => ({ ...body, mailedTo: newest }) }
  },
})

async function mailOf({ name: own, email }: AgentRecord, news: Notification[], context: GatewayContext): Promise<Mail> {
  const { tenant, collections, config } = context
  // Names that were stored before they had to be one line.
  const name = oneLine(own)
  const desk = (await collections.tenants.get(platformTenant, tenant))?.body.name ?? tenant
  const listed = news.slice(0, maxListed)
  const ids = [...new Set(listed.flatMap(({ by }) => (by.kind === 'agent' && by.id ? [by.id] : [])))]
  const names = new Map((await collections.agents.getMany(tenant, ids)).map(({ id, body }) => [id, oneLine(body.name)]))
  const lines = listed.map(({ kind, by, teamId, conversationId }) => {
    const who = names.get(by.id ?? '') ?? 'Frontdesk'
    const what = kind === 'assigned' ? 'assigned a conversation to you' : `mentioned ${teamId ? 'your team' : 'you'}`
    return `- ${who} ${what}: ${config.PUBLIC_URL?.replace(/\/+$/, '')}/console/inbox/all?c=${conversationId}`
  })
  const more = news.length > listed.length ? [`- and ${news.length - listed.length} more`] : []
  return {
    to: email,
    subject: `${news.length === 1 ? 'A new notification' : `${news.length} new notifications`} in Frontdesk (${desk})`,
    text: `Hello ${name},

this is what you have not read yet:

${[...lines, ...more].join('\n')}

You can turn off these mails, or set quiet hours, in your profile in Frontdesk.
`,
  }
}
