import { chat, visitorDetails } from '@frontdesk/contracts'
import { z } from 'zod'
import { beginSession, sessionInput, visitorSession } from '../visitors/begin-session.ts'
import { admitDetails } from '../visitors/limit-visitors.ts'
import { endVisitorSession } from '../visitors/visitor-sessions.ts'
import { visitorIn } from '../visitors/visitor-views.ts'
import { configOf, widgetConfig } from '../widgets/widget-config.ts'
import { jsonRoute, widgetRoute } from './route.ts'

const params = z.object({ widgetId: z.string().max(64) })

/** How a page becomes the visitor of a widget. */
export const widgetSessionRoutes = [
  widgetRoute('GET /api/widget/:widgetId/config', {
    access: 'widget',
    tag: 'Visitors',
    name: 'getWidgetConfig',
    summary: 'Read the look and texts of a chat widget',
    description:
      'Can be cached for a minute; 304 if `If-None-Match` has the current `ETag`. 404 for a widget that is not enabled.',
    params,
    query: z.strictObject({ lang: z.string().max(35).optional().describe('Language tag; default: English') }),
    reply: widgetConfig,
    revalidates: true,
    async answer({ widget, query: { lang }, context, etag: known }) {
      const { config, etag } = await configOf(widget, lang, context)
      const headers = { etag, 'cache-control': 'public, max-age=60' }
      return known === etag ? { status: 304, headers } : { body: config, headers }
    },
  }),
  widgetRoute('POST /api/widget/:widgetId/session', {
    access: 'widget',
    tag: 'Visitors',
    name: 'beginVisitorSession',
    summary: 'Begin the session of a visitor',
    description:
      'Without `userToken` the visitor is anonymous: the visitor of the Bearer token, or a new one. With a valid `userToken`, the visitor is that user of the site, and the conversations of the anonymous visitor of the Bearer token become the user’s; conversations of another user don’t. The JWT names the widget (`aud`), the user (`sub`), `iat` and an `exp` at most 24 hours later; `email` counts only with `email_verified`. Anonymous sessions end 30 days after their last use, or earlier according to `anonymousRetentionDays`; sessions of users end at the `exp` of their token.',
    params,
    body: sessionInput,
    status: 201,
    reply: visitorSession,
    refusals: ['user_token_invalid', 'challenge_required'],
    answer: async (input) => ({ body: await beginSession(input), headers: { 'cache-control': 'no-store' } }),
  }),
  jsonRoute('DELETE /api/widget/session', {
    access: 'visitor',
    tag: 'Visitors',
    name: 'endVisitorSession',
    summary: 'End the session of a visitor',
    description: 'For shared computers. The token stops working everywhere within 2 seconds.',
    handle: ({ caller, authenticator, context }) => endVisitorSession(caller, authenticator.visitors, context),
  }),
  jsonRoute('PATCH /api/widget/visitor', {
    access: 'visitor',
    tag: 'Visitors',
    name: 'updateVisitor',
    summary: 'Say who the visitor is',
    description:
      'What visitors say about themselves is shown in their conversations as unverified. It is never linked to a contact and gives no access to anybody’s conversations. Values in a user token have priority.',
    body: visitorDetails,
    reply: z.strictObject({ verified: z.boolean(), name: z.string().optional(), email: z.string().optional() }),
    async handle({ context, caller, body, operationId }) {
      const visitor = visitorIn(caller)
      await admitDetails(visitor, operationId, context)
      const { id: visitorId, widget } = visitor
      const asked = { visitorId, widgetId: widget.id, details: body }
      const { verified, name, email } = await context.ask(chat.queries.visitorUpdate, asked)
      return { verified, ...(name && { name }), ...(email && { email }) }
    },
  }),
]
