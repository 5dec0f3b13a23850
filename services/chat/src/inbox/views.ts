import {
  type BodyOf,
  type ConversationFilter,
  type ConversationSort,
  type chat,
  derivedId,
  invalidNamedField,
  ServiceError,
  type StandardView,
  standardView,
  type View,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { appendChange } from '../conversations/change-log.ts'
import type { ViewDocument } from './view-document.ts'

/** Views of a tenant are listed on one page. */
const maxViews = 500

const active: ConversationFilter['status'] = ['open', 'escalated']
/** What the views that every inbox has list. */
const standardFilters: Record<StandardView, ConversationFilter> = {
  queue: { handler: 'queue', status: active, snoozed: 'false', blocked: 'false' },
  mine: { assignee: 'me', status: active, snoozed: 'false', blocked: 'false' },
  unassigned: {
    assignee: 'none',
    handler: ['queue', 'agent'],
    status: active,
    snoozed: 'false',
    blocked: 'false',
  },
  ai: { handler: 'ai', status: 'open' },
  snoozed: { snoozed: 'true' },
  resolved: { status: 'resolved' },
  all: {},
}

const shown = ({ id, body }: Stored<ViewDocument>): View => ({ id, ...body })
export const noView = () => new ServiceError('not_found', { detail: 'There is no such view.' })
/** The caller: an agent, or an API key that belongs to no agent. */
type Asking = { agentId?: string | undefined }
const isVisible = ({ body }: Stored<ViewDocument>, { agentId }: Asking): boolean =>
  body.shared || (agentId !== undefined && body.agentId === agentId)

/** What a view lists, by its id or the name of a standard one; undefined also for another agent's own view. */
export async function findView(
  viewId: string,
  asking: Asking,
  { tenant, collections }: ChatContext,
): Promise<{ filter: ConversationFilter; sort: ConversationSort } | undefined> {
  const standard = standardView.safeParse(viewId)
  if (standard.success) return { filter: standardFilters[standard.data], sort: 'newest' }
  const stored = await collections.views.get(tenant, viewId)
  if (!stored || !isVisible(stored, asking)) return undefined
  return { filter: stored.body.filter, sort: stored.body.sort }
}

const tell = (viewId: string, about: string, context: ChatContext): Promise<void> =>
  appendChange(
    { type: 'view.changed', viewId },
    { id: `view ${viewId} ${about}`, at: timestampOf(context.clock) },
    context,
  )

/** Creates a view. Without an agent it must be shared. */
export async function createView(
  { operationId, view, agentId }: BodyOf<typeof chat.queries.viewCreate>,
  context: ChatContext,
): Promise<View> {
  const { tenant, collections, clock } = context
  if (!view.shared && agentId === undefined) {
    throw invalidNamedField('shared', 'Must be true if x-agent-id does not name an agent.')
  }
  if ((await collections.views.count(tenant)) >= maxViews) {
    throw new ServiceError('conflict', { detail: `A tenant has at most ${maxViews} views.` })
  }
  const id = derivedId('viw', tenant, operationId)
  const now = timestampOf(clock)
  const body = { ...view, agentId: agentId ?? null, createdAt: now, updatedAt: now }
  const { stored } = await collections.views.insert(tenant, id, body)
  await tell(id, '1', context)
  return shown(stored)
}

/** Shared views and the agent's own, in their order. */
export async function listViews(
  asking: Asking,
  { tenant, collections }: ChatContext,
): Promise<{ items: View[]; nextCursor: null }> {
  const { items } = await collections.views.find(tenant, { limit: maxViews })
  const visible = items.filter((each) => isVisible(each, asking)).map(shown)
  const compare = (a: View, b: View) =>
    a.order - b.order || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1)
  return { items: visible.sort(compare), nextCursor: null }
}

/** Throws `not_found`, also for another agent's own view. */
export async function readView(
  { viewId, ...asking }: BodyOf<typeof chat.queries.viewRead>,
  { tenant, collections }: ChatContext,
): Promise<View> {
  const stored = await collections.views.get(tenant, viewId)
  if (!stored || !isVisible(stored, asking)) throw noView()
  return shown(stored)
}

/** Changes a view. One that belongs to no agent stays shared. Throws `not_found`. */
export async function updateView(
  { viewId, patch, ...asking }: BodyOf<typeof chat.queries.viewUpdate>,
  context: ChatContext,
): Promise<View> {
  const { collections, commit, clock } = context
  const stored = await commit(collections.views, viewId, (current) => {
    if (!current || !isVisible(current, asking)) throw noView()
    const { icon, ...given } = patch
    const { icon: before, ...rest } = current.body
    const kept = icon === undefined ? before : icon
    const body: ViewDocument = {
      ...{ ...rest, ...given, updatedAt: timestampOf(clock) },
      ...(typeof kept === 'string' && { icon: kept }),
    }
    if (!body.shared && body.agentId === null) {
      throw new ServiceError('conflict', { detail: 'This view does not belong to an agent, so it stays shared.' })
    }
    return { body }
  })
  await tell(viewId, String(stored!.revision), context)
  return shown(stored!)
}

/** Throws `not_found`. */
export async function deleteView(
  { viewId, ...asking }: BodyOf<typeof chat.queries.viewDelete>,
  context: ChatContext,
): Promise<void> {
  const { tenant, collections } = context
  const stored = await collections.views.get(tenant, viewId)
  if (!stored || !isVisible(stored, asking)) throw noView()
  if (await collections.views.remove(tenant, viewId)) await tell(viewId, 'deleted', context)
}
