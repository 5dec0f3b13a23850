import {
  answerSource,
  chat,
  citation,
  clientId,
  type ErrorCode,
  fromWireError,
  type InputOf,
  identifier,
  messageFormat,
  outcome,
  ServiceError,
  type TurnPart,
  truncated,
  turnPart,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { numberIn } from '../answer/last-event-id.ts'
import { readTurn } from '../answer/read-turn.ts'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import { refuseAgents } from '../people/refuse-agents.ts'
import { jsonRoute, type RouteInput, streamRoute } from './route.ts'

const question = z
  .strictObject(
    chat.streams.messageAnswer.body.omit({
      operationId: true,
      subject: true,
      attachments: true,
      unread: true,
      visitor: true,
      budget: true,
      uploads: true,
      keepRunningMs: true,
    }).shape,
  )
  .meta({ id: 'Question' })
type Question = z.output<typeof question>

const messageIdOfAnswer = identifier.describe(
  'The id of the answer. If people already have the conversation, there is no answer of the AI, and this is the id of the customer’s message; their answer is a message of its own',
)

const echoedClientId = clientId.optional().describe('As the request has it')

const answer = z
  .object({
    content: z.string(),
    format: messageFormat.optional().describe('The format of the content; absent: `text`'),
    truncated: truncated.optional(),
    confidence: z.number(),
    sources: z.array(answerSource),
    citations: z
      .array(citation)
      .describe('The source that supports each sentence of an answer; sentences without support are left out'),
    conversationId: z.string(),
    messageId: messageIdOfAnswer,
    outcome: outcome.exclude(['failed']),
    clientId: echoedClientId,
  })
  .meta({ id: 'Answer' })

/** Asked again under the same operation, a question changes nothing and is answered once. */
function ask({ context, body, operationId, clientSignal }: RouteInput<undefined, undefined, Question>) {
  const signal = clientSignal()
  const asked = { ...body, operationId } as InputOf<typeof chat.streams.messageAnswer>
  return readTurn(() => context.open(chat.streams.messageAnswer, asked, { signal }), { signal })
}

const isEnd = (part: TurnPart): boolean => part.type !== 'start' && part.type !== 'delta'

/** A turn's parts as events: the offset becomes the id, and the first has the `clientId` of the request. */
async function* eventsOf(parts: AsyncIterable<TurnPart>, clientId?: string): AsyncGenerator<StreamEvent> {
  for await (const part of parts) {
    const { offset, ...data } = part
    const echoed = part.type === 'start' && clientId !== undefined ? { ...data, clientId } : data
    yield { event: part.type, id: String(offset), data: echoed, isLast: isEnd(part) }
  }
}

/** Reads a turn to its end and says what came of it. Throws the code of an `error` end. */
async function collect(parts: AsyncIterable<TurnPart>, clientId?: string): Promise<z.output<typeof answer>> {
  let conversationId = ''
  let messageId = ''
  let content = ''
  for await (const part of parts) {
    if (part.type === 'start') ({ conversationId, messageId } = part)
    else if (part.type === 'delta') content += part.text
    else if (part.type === 'error') {
      throw fromWireError({ code: part.code as ErrorCode, message: part.message, retryable: false })
    } else {
      const ids = { conversationId, messageId, ...(clientId !== undefined && { clientId }) }
      if (part.type === 'done') {
        const { confidence, sources, citations, format, truncated } = part
        const how = { ...(format && { format }), ...(truncated && { truncated }) }
        return { content, ...how, confidence, sources, citations, ...ids, outcome: 'answered' }
      }
      const unanswered = { content: part.message, sources: [], citations: [], ...ids }
      if (part.type === 'blocked') return { ...unanswered, confidence: 0, outcome: 'blocked' }
      return { ...unanswered, confidence: part.score, outcome: part.reason === 'waiting' ? 'waiting' : 'escalated' }
    }
  }
  throw new ServiceError('stream_broken')
}

const eventOf = (option: (typeof turnPart.options)[number]) => {
  const part = (option as z.ZodObject).omit({ offset: true })
  const type = option.shape.type.value
  const event = type === 'start' ? part.extend({ messageId: messageIdOfAnswer, clientId: echoedClientId }) : part
  return [type, event.meta({ id: `Answer${type.charAt(0).toUpperCase()}${type.slice(1)}Event` })] as const
}
const events = Object.fromEntries(turnPart.options.map(eventOf))

/** Customers' questions and what they thought of the answers. */
export const chatRoutes = [
  jsonRoute('POST /api/chat/message', {
    access: 'chat',
    tag: 'Chat',
    name: 'askQuestion',
    summary: 'Ask, and wait for the whole answer',
    description:
      '`outcome` is `answered`, `blocked` (a policy refused), `escalated` (a person will answer) or `waiting` (a person has taken over, and the message was passed on; the person’s answer is a separate message with its own id).',
    body: question,
    reply: answer,
    refusals: ['not_found', 'model_unavailable', 'policy_unavailable', 'interrupted', 'stream_broken', 'cancelled'],
    handle: (input) => collect(ask(input), input.body.clientId),
  }),
  streamRoute('POST /api/chat/stream', {
    access: 'chat',
    tag: 'Chat',
    name: 'streamAnswer',
    summary: 'Ask, and read the answer as it is written',
    description:
      'Server-sent events: one `start` (with the `messageId` of the answer), any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`. `id` is the offset in the answer. When the rate limit is exceeded the 429 reply is an event stream too, with one `error` event.',
    body: question,
    events,
    refusals: ['not_found'],
    stream: (input) => eventsOf(ask(input), input.body.clientId),
  }),
  streamRoute('GET /api/chat/stream/:messageId', {
    access: 'chat',
    tag: 'Chat',
    name: 'resumeAnswer',
    summary: 'Continue to read an answer',
    description:
      'Send `Last-Event-ID` with the last `id` that you saw; without it, the answer is sent from its beginning.',
    params: z.object({ messageId: chat.streams.turnFollow.body.shape.messageId }),
    events,
    refusals: ['not_found'],
    stream({ context, params, lastEventId, clientSignal }) {
      const signal = clientSignal()
      const follow = (offset: number) => context.open(chat.streams.turnFollow, { ...params, offset }, { signal })
      return eventsOf(readTurn(follow, { signal, offset: numberIn(lastEventId) ?? 0 }))
    },
  }),
  jsonRoute('POST /api/chat/stream/:messageId/stop', {
    access: 'chat',
    tag: 'Chat',
    name: 'stopAnswer',
    summary: 'Stop an answer',
    description:
      'What was sent stays, and nothing follows: whoever reads the answer gets an `error` with the code `cancelled`. An answer that is complete stays as it is. Questions whose answers are stopped are not counted in analytics.',
    params: z.object({ messageId: chat.streams.turnFollow.body.shape.messageId }),
    refusals: ['not_found'],
    handle: ({ context, params }) => context.ask(chat.queries.answerStop, params),
  }),
  jsonRoute('POST /api/chat/feedback', {
    access: 'chat',
    tag: 'Chat',
    name: 'rateAnswer',
    summary: 'Rate whether an answer helped',
    description:
      '`helpful: true` resolves the conversation as confirmed, even if people have it or if it is closed. Exception: if people have it and the customer wrote again after the rated question, it stays with the people. Agents can’t rate (403).',
    body: z.strictObject(chat.queries.messageRate.body.omit({ visitorId: true }).shape),
    reply: chat.queries.messageRate.reply,
    refusals: ['not_found'],
    async handle(input) {
      refuseAgents(input)
      return input.context.ask(chat.queries.messageRate, input.body)
    },
  }),
]
