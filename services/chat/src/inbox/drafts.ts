import { type BodyOf, type chat, type Draft, limits, ServiceError } from '@frontdesk/contracts'
import { descending, type Find, findFitting, removeOld } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { appendChange } from '../conversations/change-log.ts'
import { noConversation } from '../conversations/conversation-document.ts'
import { type DraftDocument, draftIdOf } from './draft-document.ts'

/** How long a deleted draft is remembered. */
const knownMs = 7 * 86_400_000

type About = Pick<Draft, 'conversationId' | 'kind' | 'agentId'>
const idOf = ({ agentId, conversationId, kind }: About) => draftIdOf(agentId, conversationId, kind)
const shown = ({ deletedAt: _, ...draft }: DraftDocument): Draft => draft

const tell = ({ conversationId, kind, agentId, revision }: DraftDocument, context: ChatContext): Promise<void> =>
  appendChange(
    { type: 'draft.changed', conversationId, draft: { kind, agentId } },
    { id: `draft ${draftIdOf(agentId, conversationId, kind)} ${revision}`, at: timestampOf(context.clock) },
    context,
  )

/** Throws `not_found` for a conversation or a draft that is not there. */
export async function readDraft(about: About, context: ChatContext): Promise<Draft> {
  const stored = await context.collections.drafts.get(context.tenant, idOf(about))
  if (!stored || stored.body.deletedAt !== undefined) {
    throw new ServiceError('not_found', { detail: 'There is no such draft.' })
  }
  return shown(stored.body)
}

/**
 * Keeps a draft over the one that its writer has seen. Throws `not_found` for a conversation that is not there, and
 * `conflict` with the draft that stands when another was written since.
 */
export async function writeDraft(
  { draft: { revision, sawSequence, ...written }, ...about }: BodyOf<typeof chat.queries.draftWrite>,
  context: ChatContext,
): Promise<Draft> {
  const { tenant, collections, commit, clock } = context
  const isThere = async () => (await collections.conversations.get(tenant, about.conversationId)) !== undefined
  if (!(await isThere())) throw noConversation()
  const stored = await commit(collections.drafts, idOf(about), (current) => {
    const before = current?.body
    // Who begins a draft where one was deleted has seen that there is none.
    const isKnown = before?.deletedAt !== undefined && revision === 0
    if (before && before.revision !== revision && !isKnown) {
      const detail = 'The draft has been saved or deleted since.'
      throw new ServiceError('conflict', { detail, ...(before.deletedAt === undefined && { current: shown(before) }) })
    }
    return {
      body: {
        ...{ ...about, ...written, revision: (before?.revision ?? revision) + 1, updatedAt: timestampOf(clock) },
        ...(sawSequence !== undefined && { sawSequence }),
      },
    }
  })
  // Erased meanwhile: nothing of it may stay.
  if (!(await isThere())) {
    await collections.drafts.remove(tenant, stored!.id)
    throw noConversation()
  }
  await tell(stored!.body, context)
  return shown(stored!.body)
}

/** Deletes a draft; does nothing when there is none. */
export async function deleteDraft(about: About, context: ChatContext): Promise<void> {
  const { tenant, collections, commit, clock } = context
  if (!(await collections.drafts.get(tenant, idOf(about)))) return
  let isDeleted = false
  const stored = await commit(collections.drafts, idOf(about), (current) => {
    isDeleted = current !== undefined && current.body.deletedAt === undefined
    if (!current || !isDeleted) return undefined
    const { sawSequence: _, ...before } = current.body
    const now = timestampOf(clock)
    return {
      body: { ...before, content: '', attachments: [], revision: before.revision + 1, updatedAt: now, deletedAt: now },
    }
  })
  if (isDeleted) await tell(stored!.body, context)
}

/** An agent's drafts, the latest first, with as many as fit into a message. */
export async function listDrafts(
  { agentId, limit, cursor }: BodyOf<typeof chat.queries.draftList>,
  { tenant, collections }: ChatContext,
): Promise<{ items: Draft[]; nextCursor: string | null }> {
  const find: Find = { where: { agentId, deletedAt: { exists: false } }, sort: descending('updatedAt'), limit, cursor }
  const { items, nextCursor } = await findFitting(collections.drafts, tenant, find, limits.pageBytes)
  return { items: items.map(({ body }) => shown(body)), nextCursor }
}

/** Removes the records of drafts that were deleted long ago. */
export async function purgeDrafts({ collections, clock, signal }: ChatContext): Promise<void> {
  const before = new Date(clock.now() - knownMs).toISOString()
  await removeOld(collections.drafts, { field: 'deletedAt', before }, signal)
}
