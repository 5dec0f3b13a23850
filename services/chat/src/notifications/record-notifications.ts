import { type BodyOf, chat, derivedId, type Notification } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import type { Notified } from './notification-document.ts'

type New = Omit<Notification, 'id' | 'readAt'> & { agentId: string; sequence: number }

/** Stores a notification, once for each agent and cause, and publishes it. */
async function notify(cause: string, { agentId, sequence, ...told }: New, context: ChatContext): Promise<Notified> {
  const { tenant, collections, commit, event } = context
  const notificationId = derivedId('ntf', tenant, agentId, cause)
  await commit(collections.notifications, notificationId, (current) =>
    current
      ? undefined
      : {
          body: { ...told, agentId, sequence, isUnread: true as const },
          events: [event(chat.events.agentNotified, { agentId, notificationId, at: told.at })],
        },
  )
  return { agentId, notificationId }
}

/** Whom a note mentions, agents first: each once, with the team if only that was mentioned. */
async function mentionedIn(
  { agents = [], teams = [] }: NonNullable<BodyOf<typeof chat.events.messageSent>['message']['mentions']>,
  { tenant, collections }: ChatContext,
): Promise<Map<string, string | undefined>> {
  const mentioned = new Map<string, string | undefined>(agents.map((agentId) => [agentId, undefined]))
  for (const { id, body } of await collections.teams.getMany(tenant, teams)) {
    if (body.deletedAt !== undefined) continue
    for (const member of body.members) if (!mentioned.has(member)) mentioned.set(member, id)
  }
  return mentioned
}

/** Notifies everybody whom a note mentions, except its author. */
export async function notifyMentions(
  { message }: BodyOf<typeof chat.events.messageSent>,
  context: ChatContext,
): Promise<Notified[]> {
  const { mentions, author, conversationId, id: messageId, sequence, createdAt: at } = message
  if (!mentions || !(await context.collections.conversations.get(context.tenant, conversationId))) return []
  const by = { kind: 'agent' as const, ...(author.id && { id: author.id }) }
  const notified: Notified[] = []
  for (const [agentId, teamId] of await mentionedIn(mentions, context)) {
    if (agentId === author.id) continue
    const about = { conversationId, messageId, ...(teamId && { teamId }), by, at, sequence }
    notified.push(await notify(messageId, { kind: 'mention', agentId, ...about }, context))
  }
  return notified
}

/** Notifies whoever a conversation was assigned to by somebody else. */
export async function notifyAssignee(
  { conversation, activities }: BodyOf<typeof chat.events.conversationChanged>,
  context: ChatContext,
): Promise<Notified[]> {
  const { id: conversationId, messageCount: sequence, assignee } = conversation
  const assigned = activities.findLast(({ action, to }) => action === 'assign' && to === assignee)
  if (!assigned || assignee === null || assigned.actor.id === assignee) return []
  if (!(await context.collections.conversations.get(context.tenant, conversationId))) return []
  const { actor: by, at, id } = assigned
  return [await notify(id, { kind: 'assigned', agentId: assignee, conversationId, by, at, sequence }, context)]
}
