import { chat, countedViews, id, standardView, view, viewInput, viewPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { viewerOf } from '../agents/viewer.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'conversations', tag: 'Conversations' } as const
const params = z.object({ viewId: id })
const names = standardView.options.map((name) => `\`${name}\``).join(', ')
/** Names and ids, with commas between them. */
const listOfViews = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(countedViews)

/** Views of the inbox, and how many conversations they have. */
export const inboxRoutes = [
  jsonRoute('GET /api/inbox/counts', {
    ...common,
    name: 'countInbox',
    summary: 'Count the conversations of views',
    description: `\`views\` names up to 30 views, separated by commas: ids of saved views, and ${names}. Each is counted up to 1,000; \`exact\` is false if there are more, or if finding them would take too long. With \`x-agent-id\`, \`unread\` says how many of those counted the agent has not read. A view that does not exist, or that another agent keeps private, is left out of \`items\`.`,
    query: z.strictObject({ views: listOfViews.default([...standardView.options]) }),
    reply: chat.queries.inboxCount.reply,
    async handle(input) {
      const asking = await viewerOf(input)
      // Without an agent there is nobody whose conversations `mine` could be.
      const views = input.query.views.filter((name: string) => name !== 'mine' || asking.agentId !== undefined)
      return views.length === 0 ? { items: [] } : input.context.ask(chat.queries.inboxCount, { views, ...asking })
    },
  }),
  jsonRoute('GET /api/views', {
    ...common,
    name: 'listViews',
    summary: 'List saved views',
    description: 'Shared views and those of the agent of `x-agent-id`, by `order`, on one page.',
    reply: chat.queries.viewList.reply,
    handle: async (input) => input.context.ask(chat.queries.viewList, await viewerOf(input)),
  }),
  jsonRoute('POST /api/views', {
    ...common,
    name: 'createView',
    summary: 'Save a view',
    description:
      'A view is a filter with a name. `assignee: "me"` and `unread` refer to the agent who opens it. A view that is not `shared` belongs to the agent of `x-agent-id`, and nobody else sees it.',
    body: viewInput,
    status: 201,
    reply: view,
    refusals: ['conflict'],
    handle: async (input) =>
      input.context.ask(chat.queries.viewCreate, {
        ...{ operationId: input.operationId, view: input.body },
        ...(await viewerOf(input)),
      }),
  }),
  jsonRoute('GET /api/views/:viewId', {
    ...common,
    name: 'getView',
    summary: 'Read a saved view',
    params,
    reply: view,
    handle: async (input) => input.context.ask(chat.queries.viewRead, { ...input.params, ...(await viewerOf(input)) }),
  }),
  jsonRoute('PATCH /api/views/:viewId', {
    ...common,
    name: 'updateView',
    summary: 'Change a saved view',
    description:
      'Everybody can change shared views. A view that was created by an API key without an agent stays shared.',
    params,
    body: viewPatch,
    reply: view,
    refusals: ['conflict'],
    handle: async (input) =>
      input.context.ask(chat.queries.viewUpdate, {
        ...{ ...input.params, patch: input.body },
        ...(await viewerOf(input)),
      }),
  }),
  jsonRoute('DELETE /api/views/:viewId', {
    ...common,
    name: 'deleteView',
    summary: 'Delete a saved view',
    params,
    handle: async (input) =>
      input.context.ask(chat.queries.viewDelete, { ...input.params, ...(await viewerOf(input)) }),
  }),
]
