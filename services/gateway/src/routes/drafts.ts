import { chat, draft, draftInput, draftKind, id, pageRequest, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { requireAgent } from '../agents/require-agent.ts'
import { requireViewer, viewerOf } from '../agents/viewer.ts'
import { mayUse } from '../keys/authenticate.ts'
import { jsonRoute, type RouteInput } from './route.ts'

const common = { access: 'conversations', tag: 'Conversations' } as const
const params = z.object({ conversationId: id, kind: draftKind })

/** The draft that a path names, of the agent who asks. Throws `not_found` for a conversation that is not there. */
async function aboutOf(input: RouteInput<z.output<typeof params>>) {
  const { context, params } = input
  await context.ask(chat.queries.conversationRead, { conversationId: params.conversationId })
  return { ...params, ...(await requireViewer(input)) }
}

/** Whose drafts are listed: one's own, or for an admin another agent's; nobody's for a key of nobody. */
async function listedOf(input: RouteInput<unknown, { agentId?: string | undefined }>): Promise<{ agentId?: string }> {
  const { agentId } = input.query
  if (agentId === undefined) return viewerOf(input)
  if (agentId === input.agentId) return requireViewer(input)
  if (!mayUse(input.caller, 'admin'))
    throw new ServiceError('forbidden', { detail: 'Drafts of other agents need the scope admin.' })
  return { agentId: (await requireAgent(agentId, 'agentId', input.context)).id }
}

/** What agents have begun to write and not sent yet. */
export const draftRoutes = [
  jsonRoute('GET /api/conversations/:conversationId/drafts/:kind', {
    ...common,
    name: 'getDraft',
    summary: 'Read a draft',
    description: 'The draft of the agent of `x-agent-id`.',
    params,
    reply: draft,
    handle: async (input) => input.context.ask(chat.queries.draftRead, await aboutOf(input)),
  }),
  jsonRoute('PUT /api/conversations/:conversationId/drafts/:kind', {
    ...common,
    name: 'putDraft',
    summary: 'Save a draft',
    description:
      'For the agent of `x-agent-id`. `revision` is that of the draft that you have, 0 for none. If a newer one was saved since (in another window), nothing changes: the reply is 409 `conflict`, and `current` is the stored draft.',
    params,
    body: draftInput,
    reply: draft,
    refusals: ['conflict'],
    handle: async (input) =>
      input.context.ask(chat.queries.draftWrite, { ...(await aboutOf(input)), draft: input.body }),
  }),
  jsonRoute('DELETE /api/conversations/:conversationId/drafts/:kind', {
    ...common,
    name: 'deleteDraft',
    summary: 'Delete a draft',
    params,
    handle: async (input) => input.context.ask(chat.queries.draftDelete, await aboutOf(input)),
  }),
  jsonRoute('GET /api/drafts', {
    ...common,
    name: 'listDrafts',
    summary: 'List drafts',
    description: 'Your own drafts, the latest first; with the scope `admin`, also those of another agent.',
    query: z.strictObject(pageRequest.extend({ agentId: id.optional() }).shape),
    reply: chat.queries.draftList.reply,
    async handle(input) {
      const { agentId } = await listedOf(input)
      if (agentId === undefined) return { items: [], nextCursor: null }
      return input.context.ask(chat.queries.draftList, { ...input.query, agentId })
    },
  }),
]
