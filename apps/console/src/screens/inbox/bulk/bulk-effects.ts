import type { Conversation } from '../../../app/live-store.ts'
import type { BulkChange } from './run-bulk.ts'

/** What brings a conversation back from a change; undefined where the change did nothing. */
function reverseOf(change: BulkChange, { status, assignee, teamId, tags }: Conversation): BulkChange | undefined {
  switch (change.action) {
    case 'close':
    case 'resolve':
    case 'reopen':
      if (status === 'closed') return change.action === 'close' ? undefined : { action: 'close' }
      if (status === 'resolved') return change.action === 'resolve' ? undefined : { action: 'resolve' }
      return change.action === 'reopen' ? undefined : { action: 'reopen' }
    case 'assign':
    case 'unassign':
      return assignee === null ? { action: 'unassign' } : { action: 'assign', assignee }
    case 'assign_team':
    case 'unassign_team':
      return teamId === undefined ? { action: 'unassign_team' } : { action: 'assign_team', teamId }
    case 'tag':
      return tags.includes(change.tag) ? undefined : { action: 'untag', tag: change.tag }
    case 'untag':
      return tags.includes(change.tag) ? { action: 'tag', tag: change.tag } : undefined
  }
}

/** The bulk actions that take a bulk action back, by what each conversation was before. */
export function reverseBulk(
  change: BulkChange,
  before: readonly Conversation[],
): { change: BulkChange; ids: string[] }[] {
  const groups = new Map<string, { change: BulkChange; ids: string[] }>()
  for (const conversation of before) {
    const reverse = reverseOf(change, conversation)
    if (!reverse) continue
    const key = JSON.stringify(reverse)
    const group = groups.get(key) ?? { change: reverse, ids: [] }
    group.ids.push(conversation.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A conversation after a change, until it is read again. */
export function afterBulk(change: BulkChange, conversation: Conversation): Conversation {
  const { teamId: _, ...withoutTeam } = conversation
  switch (change.action) {
    case 'close':
      return { ...conversation, status: 'closed' }
    case 'resolve':
      return { ...conversation, status: 'resolved' }
    case 'reopen':
      return { ...conversation, status: 'open' }
    case 'assign':
      return { ...conversation, assignee: change.assignee }
    case 'unassign':
      return { ...conversation, assignee: null }
    case 'assign_team':
      return { ...conversation, teamId: change.teamId }
    case 'unassign_team':
      return withoutTeam
    case 'tag':
      return { ...conversation, tags: [...new Set([...conversation.tags, change.tag])] }
    case 'untag':
      return { ...conversation, tags: conversation.tags.filter((tag) => tag !== change.tag) }
  }
}
