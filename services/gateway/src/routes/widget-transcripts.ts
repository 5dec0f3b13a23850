import { chat, id, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { mailLater } from '../people/mail-links.ts'
import { admitTranscript } from '../visitors/limit-visitors.ts'
import { transcriptMail } from '../visitors/transcript-mail.ts'
import { visitorIn } from '../visitors/visitor-views.ts'
import { settingsOf } from '../widgets/widget-document.ts'
import { jsonRoute } from './route.ts'

/** Conversations that visitors take with them. */
export const widgetTranscriptRoutes = [
  jsonRoute('POST /api/widget/conversations/:conversationId/transcript', {
    access: 'visitor',
    tag: 'Visitors',
    name: 'mailTranscript',
    summary: 'Send a conversation to its visitor by e-mail',
    description:
      'Only to an e-mail address that the site verified (`email_verified`); otherwise 403. 409 if there is no mail server (`SMTP_URL`); then `features.transcript` of the configuration is false.',
    params: z.object({ conversationId: id }),
    status: 202,
    refusals: ['conflict'],
    async handle({ context, caller, params: { conversationId }, operationId }) {
      const visitor = visitorIn(caller)
      const own = { visitorId: visitor.id, conversationId }
      await context.ask(chat.queries.visitorConversationRead, own)
      if (!settingsOf(visitor.widget.body).features.transcript)
        throw new ServiceError('forbidden', { detail: 'This widget does not offer transcripts.' })
      const { email, isEmailVerified } = await context.ask(chat.queries.visitorRead, { visitorId: visitor.id })
      if (!visitor.verified || !email || !isEmailVerified)
        throw new ServiceError('forbidden', {
          detail: 'Transcripts are sent only to an e-mail address that the site has verified.',
        })
      if (!context.state.mailer) throw new ServiceError('conflict', { detail: 'No mail server is configured.' })
      await admitTranscript(visitor, operationId, context)
      mailLater(await transcriptMail(email, conversationId, context), context)
    },
  }),
]
