import { chat, clientId, id, messageFormat, ServiceError, type TurnPart, visitorPage } from '@frontdesk/contracts'
import { z } from 'zod'
import { numberIn } from '../answer/last-event-id.ts'
import { readTurn } from '../answer/read-turn.ts'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import type { GatewayContext } from '../context.ts'
import type { VisitorCaller } from '../keys/caller.ts'
import { enterStream } from '../visitors/enter-stream.ts'
import { admitMessage } from '../visitors/limit-visitors.ts'
import { maxMessageCharacters, visitorFiles } from '../visitors/visitor-limits.ts'
import {
  shownSources,
  visitorCitation,
  visitorEscalationReason,
  visitorIn,
  visitorSource,
} from '../visitors/visitor-views.ts'
import { settingsOf } from '../widgets/widget-document.ts'
import { jsonRoute, streamRoute } from './route.ts'

const common = { access: 'visitor', tag: 'Visitors' } as const
/** How long an answer is still written after its visitor left: sites with full page loads leave with every link. */
const keepRunningMs = 120_000
/** Answers that a visitor reads again at once, in all tabs. */
const maxReadAgain = 8

const events = {
  start: z
    .strictObject({
      type: z.literal('start'),
      conversationId: z.string(),
      messageId: z.string().describe('The id of the answer, for reading its stream again'),
      clientId: clientId.optional(),
    })
    .meta({ id: 'VisitorAnswerStartEvent' }),
  delta: z.strictObject({ type: z.literal('delta'), text: z.string() }).meta({ id: 'VisitorAnswerDeltaEvent' }),
  done: z
    .strictObject({
      type: z.literal('done'),
      conversationId: z.string(),
      messageId: z.string(),
      format: messageFormat,
      sources: z.array(visitorSource).optional(),
      citations: z.array(visitorCitation).optional(),
    })
    .meta({ id: 'VisitorAnswerDoneEvent' }),
  blocked: z
    .strictObject({ type: z.literal('blocked'), message: z.string() })
    .meta({ id: 'VisitorAnswerBlockedEvent' }),
  escalated: z
    .strictObject({
      type: z.literal('escalated'),
      conversationId: z.string(),
      message: z.string(),
      reason: visitorEscalationReason.describe(
        '`waiting`: people already have the conversation, and the message was passed on',
      ),
    })
    .meta({ id: 'VisitorAnswerEscalatedEvent' }),
  error: z
    .strictObject({ type: z.literal('error'), message: z.string(), code: z.string() })
    .meta({ id: 'VisitorAnswerErrorEvent' }),
}

/** A part of a turn as its visitor sees it: no scores, no policies. */
function shown(part: TurnPart, visitor: VisitorCaller, clientId?: string): object {
  switch (part.type) {
    case 'start': {
      const { type, conversationId, messageId } = part
      return { type, conversationId, messageId, ...(clientId !== undefined && { clientId }) }
    }
    case 'delta':
      return { type: part.type, text: part.text }
    case 'done': {
      const { type, conversationId, messageId, format = 'text' } = part
      return { type, conversationId, messageId, format, ...shownSources(part, visitor) }
    }
    case 'blocked':
      return { type: part.type, message: part.message }
    case 'escalated': {
      const { type, conversationId, message, reason } = part
      return { type, conversationId, message, reason: reason === 'waiting' ? 'waiting' : 'handed_over' }
    }
    case 'error':
      return { type: part.type, message: part.message, code: part.code }
  }
}

async function* eventsOf(
  parts: AsyncIterable<TurnPart>,
  visitor: VisitorCaller,
  clientId?: string,
): AsyncGenerator<StreamEvent> {
  for await (const part of parts) {
    const isLast = part.type !== 'start' && part.type !== 'delta'
    yield { event: part.type, id: String(part.offset), data: shown(part, visitor, clientId), isLast }
  }
}

/** A refusal that a page can show to a visitor: in the tenant's words, and the language of the message. */
async function tooLong(message: string, context: GatewayContext): Promise<ServiceError> {
  const { texts } = await context.ask(chat.queries.textsRead, { said: message.slice(0, 1_000) })
  const errors = [{ path: 'message', message: `Must have at most ${maxMessageCharacters} characters.` }]
  return new ServiceError('invalid_request', { detail: texts.tooLong, errors })
}

/** What visitors write, and the answers that they read. */
export const widgetMessageRoutes = [
  streamRoute('POST /api/widget/messages', {
    ...common,
    name: 'sendVisitorMessage',
    summary: 'Send a visitor’s message, and read the answer as it is written',
    description:
      'Server-sent events as those of `POST /api/chat/stream`: one `start`, any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`; `id` is the offset in the answer. `Idempotency-Key` is required: a repeated request does not create another message, and returns the same answer from its beginning. If the visitor disconnects, the answer is still written for up to 120 seconds. When a limit is exceeded, the 429 reply is also an event stream, with one `error` event. Above the budget of the widget, people answer: `escalated`. The `detail` of the 422 reply to a message that is too long is the text `tooLong` of the settings, in the language of the message.',
    body: z.strictObject({
      // Checked below: what a visitor reads of it is the tenant's.
      message: z.string().min(1).meta({ maxLength: maxMessageCharacters }),
      conversationId: id.optional(),
      attachments: z.array(id).min(1).max(visitorFiles.attachments).optional().describe('Ids of the visitor’s uploads'),
      clientId,
      page: visitorPage.optional(),
    }),
    requiresIdempotencyKey: true,
    events,
    refusals: ['not_found', 'challenge_required'],
    async *stream({ context, caller, body, operationId, clientSignal }) {
      const visitor = visitorIn(caller)
      const { attachments, page, ...said } = body
      const { limits, features } = settingsOf(visitor.widget.body)
      if (attachments && !features.attachments)
        throw new ServiceError('forbidden', { detail: 'This widget does not accept files.' })
      if (said.message.length > maxMessageCharacters) throw await tooLong(said.message, context)
      await admitMessage(visitor, operationId, context)
      const widgetId = visitor.widget.id
      const signal = clientSignal()
      const asked = {
        ...said,
        operationId,
        channel: 'widget' as const,
        visitor: { id: visitor.id, widgetId, ...(page && { page }) },
        ...(attachments && { uploads: attachments }),
        budget: {
          widgetId,
          answersPerHour: limits.answersPerHour,
          ...(limits.tokensPerDay !== null && { tokensPerDay: limits.tokensPerDay }),
        },
        keepRunningMs,
      }
      const parts = readTurn(() => context.open(chat.streams.messageAnswer, asked, { signal }), { signal })
      yield* eventsOf(parts, visitor, body.clientId)
    },
  }),
  jsonRoute('POST /api/widget/messages/:messageId/stop', {
    ...common,
    name: 'stopVisitorAnswer',
    summary: 'Stop an answer to a visitor',
    description:
      'What was sent stays, and nothing follows: whoever reads the answer gets an `error` with the code `cancelled`. An answer that is complete stays as it is. Another visitor’s answer is 404.',
    params: z.object({ messageId: id }),
    refusals: ['not_found'],
    handle: ({ context, caller, params }) =>
      context.ask(chat.queries.answerStop, { ...params, visitorId: visitorIn(caller).id }),
  }),
  streamRoute('GET /api/widget/messages/:messageId/stream', {
    ...common,
    name: 'resumeVisitorAnswer',
    summary: 'Continue to read an answer to a visitor',
    description:
      'Send `Last-Event-ID` with the last `id` that you saw; without it, the answer is sent from its beginning. Another visitor’s answer is 404. A visitor can read at most eight answers at the same time, in all tabs together.',
    params: z.object({ messageId: id }),
    events,
    refusals: ['not_found'],
    async *stream({ context, caller, params, lastEventId, clientSignal, operationId }) {
      const visitor = visitorIn(caller)
      const signal = clientSignal()
      const offset = numberIn(lastEventId) ?? 0
      const follow = (from: number) =>
        context.open(chat.streams.turnFollow, { ...params, offset: from, visitorId: visitor.id }, { signal })
      const { leave } = enterStream(operationId, [{ of: `answers of ${visitor.id}`, atMost: maxReadAgain }], context)
      try {
        yield* eventsOf(readTurn(follow, { signal, offset }), visitor)
      } finally {
        leave()
      }
    },
  }),
]
