import { chat, derivedId, newId, ServiceError, visitorPage } from '@frontdesk/contracts'
import { z } from 'zod'
import type { Caller } from '../keys/caller.ts'
import type { WidgetInput } from '../routes/route.ts'
import { settingsOf } from '../widgets/widget-document.ts'
import { takeSolution } from './challenge.ts'
import { challengeSolution } from './challenge-document.ts'
import { admitSession } from './limit-visitors.ts'
import { maxUserTokenCharacters, verifyUserToken } from './user-token.ts'
import { beginVisitorSession, endVisitorSession, prolongVisitorSession } from './visitor-sessions.ts'
import { showConversations, visitorConversation } from './visitor-views.ts'

/** Conversations that a session begins with. */
const shownConversations = 20

export const sessionInput = z
  .strictObject({
    userToken: z.string().min(1).max(maxUserTokenCharacters).optional().describe('A JWT that the site’s server signed'),
    challenge: challengeSolution.optional().describe('What `challenge_required` asked for'),
    page: visitorPage.optional().describe('The page on which a conversation would begin'),
  })
  .default({})
export const visitorSession = z
  .strictObject({
    token: z.string().describe('Shown only in this reply; an anonymous visitor keeps the same token'),
    expiresAt: z.string().meta({ format: 'date-time' }),
    visitor: z.strictObject({ verified: z.boolean(), name: z.string().optional() }),
    conversations: z.array(visitorConversation),
  })
  .meta({ id: 'VisitorSession' })

type Input = WidgetInput<unknown, unknown, z.output<typeof sessionInput>>

/** The visitor of the token that a browser had before; undefined for one that is over, or of another widget. */
async function callerBefore({ bearer, authenticator, widget }: Input): Promise<Caller | undefined> {
  if (bearer === undefined) return undefined
  try {
    const caller = await authenticator.visitors.read(bearer)
    return caller.visitor?.widget.id === widget.id ? caller : undefined
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unauthenticated') return undefined
    throw error
  }
}

/**
 * Begins the session of a visitor: of the user whom `userToken` names, who takes over what the anonymous visitor said in this
 * browser; otherwise the session of the anonymous visitor of before goes on, or one of a new visitor begins. Throws `user_token_invalid`.
 */
export async function beginSession(input: Input): Promise<z.output<typeof visitorSession>> {
  const { widget, context, body, authenticator, network } = input
  const { mode } = settingsOf(widget.body).identity
  if (mode === 'required' && body.userToken === undefined)
    throw new ServiceError('user_token_invalid', {
      detail: 'This widget is only for users who are signed in to the site.',
    })
  const before = await callerBefore(input)
  const isAnonymous = before?.visitor?.verified === false
  const user =
    mode !== 'off' && body.userToken !== undefined ? await verifyUserToken(body.userToken, widget, context) : undefined
  const hasWorked = body.challenge !== undefined || (isAnonymous && before.visitor!.hasWorked)
  if (body.challenge) await takeSolution(body.challenge, network, context)
  // The same visitor in the same browser is nobody new.
  if (user || !isAnonymous) await admitSession({ network, verified: user !== undefined, hasWorked }, context)
  const visitorId = user
    ? derivedId('vis', context.tenant, widget.id, user.claims.externalId)
    : isAnonymous
      ? before.visitor!.id
      : newId('vis')
  if (user) {
    const joins = isAnonymous ? { joins: before.visitor!.id } : {}
    await context.ask(chat.queries.visitorIdentify, { visitorId, widgetId: widget.id, claims: user.claims, ...joins })
  }
  if (body.page)
    await context.ask(chat.queries.visitorUpdate, { visitorId, widgetId: widget.id, details: {}, page: body.page })
  // Proof of work begins another one: what is cached of this one does not know of it.
  const goesOn = !user && !body.challenge && isAnonymous
  const prolongedTo = goesOn ? await prolongVisitorSession(before.visitor!.sessionId, context) : undefined
  const { token, endsAt } =
    goesOn && prolongedTo !== undefined
      ? { token: before.presented, endsAt: prolongedTo }
      : await beginVisitorSession(
          {
            widgetId: widget.id,
            visitorId,
            verified: user !== undefined,
            ...(hasWorked && { hasWorked }),
            ...(user && { endsAt: user.exp * 1_000 }),
          },
          context,
        )
  // Last, so that a request that broke off can be sent again.
  if (user && before && isAnonymous) await endVisitorSession(before, authenticator.visitors, context)
  const [{ verified, name }, { items }] = await Promise.all([
    context.ask(chat.queries.visitorRead, { visitorId }),
    context.ask(chat.queries.visitorConversationList, { visitorId, limit: shownConversations }),
  ])
  return {
    token,
    expiresAt: new Date(endsAt).toISOString(),
    visitor: { verified, ...(name && { name }) },
    conversations: await showConversations(items, context),
  }
}
