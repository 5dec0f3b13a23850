import { z } from 'zod'
import { cannedReply, cannedReplyInput, cannedReplyPatch, renderedReply } from './canned-replies.ts'
import { query } from './define.ts'
import { draft, draftInput, draftKind } from './drafts.ts'
import { id, operationId } from './identifiers.ts'
import { conversationFilter, conversationSort } from './inbox.ts'
import { presenceState, sourceProgress } from './live-signals.ts'
import { conversation, conversationRating, pageOf, pageRequest } from './records.ts'
import { tagCount } from './tag-counts.ts'
import { countedViews, view, viewCount, viewInput, viewPatch } from './views.ts'

/** Who asks, where an agent does: what is theirs alone is shown to nobody else. */
const asking = { agentId: id.optional() }
const nothing = z.object({})
const aboutDraft = { conversationId: id, kind: draftKind, agentId: id }

/** What chat answers about the inbox of the people who work on conversations. */
export const inboxQueries = {
  conversationList: query(
    'query.chat.conversation.list.v1',
    pageRequest
      .extend(conversationFilter.shape)
      .extend({ sort: conversationSort.optional(), view: id.optional(), ...asking }),
    pageOf(conversation),
  ),
  conversationRead: query('query.chat.conversation.read.v1', z.object({ conversationId: id, ...asking }), conversation),
  /** What a customer thinks of a conversation. Throws `conflict` for a change later than 24 hours after the first rating. */
  conversationRate: query(
    'query.chat.conversation.rate.v1',
    z.object({ conversationId: id, score: conversationRating.shape.score, comment: z.string().max(2_000).optional() }),
    z.object({ conversationId: id, rating: conversationRating }),
  ),
  /** An agent has read a conversation up to a message; an earlier one changes nothing. */
  conversationMarkRead: query(
    'query.chat.conversation.mark-read.v1',
    z.object({ conversationId: id, agentId: id, sequence: z.number().int().min(0) }),
    nothing,
  ),
  /** Each view once. Throws `not_found` when there is one that the agent can't see. */
  inboxCount: query(
    'query.chat.inbox.count.v1',
    z.object({ views: countedViews, ...asking }),
    z.object({ items: z.array(viewCount) }),
  ),
  /** Tags of conversations. */
  tagCount: tagCount('chat'),
  viewCreate: query('query.chat.view.create.v1', z.object({ operationId, view: viewInput, ...asking }), view),
  /** Shared ones and the agent's own, on one page. */
  viewList: query('query.chat.view.list.v1', z.object(asking), pageOf(view)),
  viewRead: query('query.chat.view.read.v1', z.object({ viewId: id, ...asking }), view),
  viewUpdate: query('query.chat.view.update.v1', z.object({ viewId: id, patch: viewPatch, ...asking }), view),
  viewDelete: query('query.chat.view.delete.v1', z.object({ viewId: id, ...asking }), nothing),
  /** Throws `not_found` for one that is not there. */
  draftRead: query('query.chat.draft.read.v1', z.object(aboutDraft), draft),
  /** Throws `conflict` with the draft that stands there when it was written after the one that `draft.revision` names. */
  draftWrite: query('query.chat.draft.write.v1', z.object({ ...aboutDraft, draft: draftInput }), draft),
  /** One that is not there stays so. */
  draftDelete: query('query.chat.draft.delete.v1', z.object(aboutDraft), nothing),
  /** An agent's drafts, the latest first. */
  draftList: query('query.chat.draft.list.v1', pageRequest.extend({ agentId: id }), pageOf(draft)),
  cannedReplyCreate: query(
    'query.chat.canned-reply.create.v1',
    z.object({ operationId, reply: cannedReplyInput, ...asking }),
    cannedReply,
  ),
  /** Shared ones and the agent's own, by name, as many as fit into a message. */
  cannedReplyList: query(
    'query.chat.canned-reply.list.v1',
    pageRequest.pick({ cursor: true }).extend(asking),
    pageOf(cannedReply),
  ),
  cannedReplyRead: query('query.chat.canned-reply.read.v1', z.object({ replyId: id, ...asking }), cannedReply),
  cannedReplyUpdate: query(
    'query.chat.canned-reply.update.v1',
    z.object({ replyId: id, patch: cannedReplyPatch, ...asking }),
    cannedReply,
  ),
  cannedReplyDelete: query('query.chat.canned-reply.delete.v1', z.object({ replyId: id, ...asking }), nothing),
  /** The reply with these names in it; counts its use. */
  cannedReplyRender: query(
    'query.chat.canned-reply.render.v1',
    z.object({ replyId: id, contactName: z.string().optional(), agentName: z.string().optional(), ...asking }),
    renderedReply,
  ),
  /** Where an agent is now. It is believed for 30 s. */
  presenceTell: query(
    'query.chat.presence.tell.v1',
    z.object({ agentId: id, conversationId: id.nullable(), state: presenceState }),
    nothing,
  ),
  /** An agent was removed: what was theirs alone goes too. Asked again, it removes what is left. */
  agentForget: query('query.chat.agent.forget.v1', z.object({ agentId: id }), nothing),
  /** The customer of a conversation is writing. */
  typingTell: query('query.chat.typing.tell.v1', z.object({ conversationId: id }), nothing),
  /** How far reading a source has come. Whoever tells it does not wait long: it is for whoever looks at that moment. */
  sourceProgressTell: query('query.chat.source-progress.tell.v1', sourceProgress.omit({ type: true }), nothing, {
    timeoutMs: 1_000,
    maxInFlight: 64,
  }),
}
