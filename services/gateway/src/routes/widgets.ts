import { id, pageOf, pageRequest, requireScopes } from '@frontdesk/contracts'
import { z } from 'zod'
import { heldBy } from '../keys/authenticate.ts'
import type { Caller } from '../keys/caller.ts'
import { shownWidget, widget, widgetInput, widgetPatch } from '../widgets/widget-document.ts'
import { createWidget, deleteWidget, readWidget, rotateSecret, updateWidget } from '../widgets/widget-store.ts'
import { newestFirst } from './newest-first.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Widgets' } as const
const params = z.object({ widgetId: id })
const secret = z.string().describe('The secret with which the site signs user tokens (HS256). Shown only in this reply')

/** Throws `forbidden`: whoever proves who a user of the site is reads the conversations of that user. */
const requireConversations = (caller: Caller): void => requireScopes(heldBy(caller), ['conversations'])

/** Chat widgets of a tenant. */
export const widgetRoutes = [
  jsonRoute('GET /api/widgets', {
    ...common,
    name: 'listWidgets',
    summary: 'List chat widgets',
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(widget),
    async handle({ context, query }) {
      const { items, nextCursor } = await context.collections.widgets.find(context.tenant, newestFirst(query))
      return { items: items.map(({ id, body }) => shownWidget(id, body)), nextCursor }
    },
  }),
  jsonRoute('POST /api/widgets', {
    ...common,
    name: 'createWidget',
    summary: 'Create a chat widget',
    description:
      'Its `id` is public and is part of the pages that embed it. Only this reply shows its `secret`, with which the site’s server signs user tokens (see `POST /api/widget/{widgetId}/session`). Because that secret gives access to the conversations of these users, this also needs the scope `conversations`. An `accent` whose contrast with `onAccent` is less than 4.5 is rejected; the error names the nearest valid color.',
    body: widgetInput,
    status: 201,
    reply: widget.extend({ secret }).meta({ id: 'CreatedWidget' }),
    showsSecret: true,
    async handle({ context, caller, body, operationId }) {
      requireConversations(caller)
      const { stored, secret } = await createWidget(body, operationId, context)
      return { ...shownWidget(stored.id, stored.body), secret }
    },
  }),
  jsonRoute('GET /api/widgets/:widgetId', {
    ...common,
    name: 'getWidget',
    summary: 'Read a chat widget',
    params,
    reply: widget,
    async handle({ context, params: { widgetId } }) {
      const { id, body } = await readWidget(widgetId, context)
      return shownWidget(id, body)
    },
  }),
  jsonRoute('PATCH /api/widgets/:widgetId', {
    ...common,
    name: 'updateWidget',
    summary: 'Change a chat widget',
    description:
      'Of `identity`, `theme`, `launcher`, `preChat`, `features` and `limits`, only the fields in the body change. `identity` also needs the scope `conversations`, because it decides who can read the conversations of users of the site. Pages show a change within a minute; who may use the widget changes within 2 seconds.',
    params,
    body: widgetPatch,
    reply: widget,
    async handle({ context, caller, params: { widgetId }, body }) {
      if (body.identity) requireConversations(caller)
      const { id, body: record } = await updateWidget(widgetId, body, context)
      return shownWidget(id, record)
    },
  }),
  jsonRoute('DELETE /api/widgets/:widgetId', {
    ...common,
    name: 'deleteWidget',
    summary: 'Remove a chat widget',
    description: 'Pages that embed it show nothing, and its visitors are signed out. Their conversations stay.',
    params,
    handle: ({ context, params: { widgetId } }) => deleteWidget(widgetId, context),
  }),
  jsonRoute('POST /api/widgets/:widgetId/rotate-secret', {
    ...common,
    name: 'rotateWidgetSecret',
    summary: 'Give a chat widget a new secret',
    description:
      'For 24 hours, user tokens can be signed with the old or the new secret. 409 if five secrets are already valid. This also needs the scope `conversations`, because the secret gives access to the conversations of users of the site.',
    params,
    reply: z.object({ secret, previousExpiresAt: z.string().meta({ format: 'date-time' }) }),
    showsSecret: true,
    refusals: ['conflict'],
    async handle({ context, caller, params: { widgetId }, operationId }) {
      await readWidget(widgetId, context)
      requireConversations(caller)
      return rotateSecret(widgetId, operationId, context)
    },
  }),
]
