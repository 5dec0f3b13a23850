import type { Filter } from './conversation-filter.ts'

/** The views that every inbox has, in the order of the navigation. */
export const standardViews = ['queue', 'mine', 'unassigned', 'ai', 'snoozed', 'resolved', 'all'] as const
export type StandardView = (typeof standardViews)[number]

export const isStandardView = (name: string): name is StandardView => standardViews.includes(name as StandardView)

const active = ['open', 'escalated'] as const
const awake = { snoozed: 'false', blocked: 'false' } as const

/** What each of them lists: the same as on the server. */
export const standardFilters: Record<StandardView, Filter> = {
  queue: { handler: 'queue', status: [...active], ...awake },
  mine: { assignee: 'me', status: [...active], ...awake },
  unassigned: { assignee: 'none', handler: ['queue', 'agent'], status: [...active], ...awake },
  ai: { handler: 'ai', status: 'open' },
  snoozed: { snoozed: 'true' },
  resolved: { status: 'resolved' },
  all: {},
}
