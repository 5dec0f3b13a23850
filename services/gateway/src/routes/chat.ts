import {
  answerSource,
  type ErrorCode,
  fromWireError,
  type InputOf,
  messageAnswer,
  messageRate,
  outcome,
  ServiceError,
  type TurnPart,
  turnFollow,
  turnPart,
} from '@frontdesk/contracts'
import { z } from 'zod'
import { type RouteInput, route } from '../route.ts'
import type { StreamEvent } from '../server-sent-events.ts'

const question = z.strictObject(
  messageAnswer.body.omit({ operationId: true, subject: true, attachments: true, unread: true }).shape,
)
type Question = z.output<typeof question>

const answer = z.object({
  content: z.string(),
  confidence: z.number(),
  sources: z.array(answerSource),
  conversationId: z.string(),
  messageId: z.string(),
  outcome: outcome.exclude(['failed']),
})

const ask = ({ context, body, operationId, clientSignal }: RouteInput<undefined, undefined, Question>) =>
  context.open(messageAnswer, { ...body, operationId } as InputOf<typeof messageAnswer>, { signal: clientSignal() })

const isEnd = (part: TurnPart): boolean => part.type !== 'start' && part.type !== 'delta'

/** A turn's parts as events: the offset becomes the id, and nothing follows the end. Throws when there is none. */
async function* eventsOf(parts: AsyncIterable<TurnPart>): AsyncGenerator<StreamEvent> {
  for await (const part of parts) {
    const { offset, ...data } = part
    const isLast = isEnd(part)
    yield { event: part.type, id: String(offset), data, isLast }
    if (isLast) return
  }
  throw new ServiceError('stream_broken')
}

/** Reads a turn to its end and says what came of it. Throws the code of an `error` end. */
async function collect(parts: AsyncIterable<TurnPart>): Promise<z.output<typeof answer>> {
  let conversationId = ''
  let messageId = ''
  let content = ''
  for await (const part of parts) {
    if (part.type === 'start') ({ conversationId, messageId } = part)
    else if (part.type === 'delta') content += part.text
    else if (part.type === 'error') {
      throw fromWireError({ code: part.code as ErrorCode, message: part.message, retryable: false })
    } else {
      const ids = { conversationId, messageId }
      if (part.type === 'done') {
        return { content, confidence: part.confidence, sources: part.sources, ...ids, outcome: 'answered' }
      }
      if (part.type === 'blocked')
        return { content: part.message, confidence: 0, sources: [], ...ids, outcome: 'blocked' }
      const waits = part.reason === 'waiting'
      return {
        content: part.message,
        confidence: part.score,
        sources: [],
        ...ids,
        outcome: waits ? 'waiting' : 'escalated',
      }
    }
  }
  throw new ServiceError('stream_broken')
}

const events = Object.fromEntries(
  turnPart.options.map((option) => [option.shape.type.value, (option as z.ZodObject).omit({ offset: true })]),
)

/** Customers' questions and what they thought of the answers. */
export const chatRoutes = [
  route({
    method: 'POST',
    url: '/api/chat/message',
    access: 'chat',
    tag: 'Chat',
    summary: 'Ask, and wait for the whole answer',
    description:
      '`outcome` is `answered`, `blocked` (a policy refused), `escalated` (a person will answer) or `waiting` (a person has taken over; the message was passed on).',
    body: question,
    status: 200,
    reply: answer,
    refusals: ['not_found', 'model_unavailable', 'policy_unavailable', 'interrupted', 'stream_broken'],
    handle: (input) => collect(ask(input)),
  }),
  route({
    method: 'POST',
    url: '/api/chat/stream',
    access: 'chat',
    tag: 'Chat',
    summary: 'Ask, and read the answer as it is written',
    description:
      'Server-sent events: one `start`, any number of `delta`, exactly one of `done`, `blocked`, `escalated`, `error`. `id` is the offset in the answer. When the rate limit is exceeded the 429 reply is an event stream too, with one `error` event.',
    body: question,
    status: 200,
    events,
    refusals: ['not_found'],
    stream: (input) => eventsOf(ask(input)),
  }),
  route({
    method: 'GET',
    url: '/api/chat/stream/:messageId',
    access: 'chat',
    tag: 'Chat',
    summary: 'Go on reading an answer',
    description:
      'Send `Last-Event-ID` with the last `id` that you saw; without it the answer comes from its beginning.',
    params: z.object({ messageId: turnFollow.body.shape.messageId }),
    status: 200,
    events,
    refusals: ['not_found'],
    stream({ context, params, lastEventId, clientSignal }) {
      const offset = turnFollow.body.shape.offset.safeParse(lastEventId === '' ? 0 : Number(lastEventId))
      if (!offset.success) {
        const errors = [{ path: 'Last-Event-ID', message: 'Must be the id of an event of this stream.' }]
        throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
      }
      return eventsOf(context.open(turnFollow, { ...params, offset: offset.data }, { signal: clientSignal() }))
    },
  }),
  route({
    method: 'POST',
    url: '/api/chat/feedback',
    access: 'chat',
    tag: 'Chat',
    summary: 'Say whether an answer helped',
    description:
      '`helpful: true` resolves the conversation as confirmed, also one that people have or that was closed. Only where people are to answer what the customer wrote after the question of that answer it stays theirs.',
    body: z.strictObject(messageRate.body.shape),
    status: 200,
    reply: messageRate.reply,
    refusals: ['not_found'],
    handle: ({ context, body }) => context.ask(messageRate, body),
  }),
]
