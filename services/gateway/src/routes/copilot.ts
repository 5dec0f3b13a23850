import { chat, copilot, type copilotPart, copilotResult, id, pageRequest, ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import { jsonRoute, type RouteInput, streamRoute } from './route.ts'

const request = z.strictObject(copilot.streams.actionRun.body.omit({ operationId: true }).shape)
type Part = z.output<typeof copilotPart>
type Result = z.output<typeof copilotResult>

const open = ({
  context,
  body,
  operationId,
  clientSignal,
}: RouteInput<undefined, undefined, z.output<typeof request>>) =>
  context.open(copilot.streams.actionRun, { ...body, operationId }, { signal: clientSignal() })

async function collect(parts: AsyncIterable<Part>): Promise<Result> {
  for await (const part of parts) {
    if (part.type !== 'done') continue
    const { type: _, ...result } = part
    return result
  }
  throw new ServiceError('stream_broken')
}

/** The parts as events; the id is how much of the result has been told. Throws when the end is missing. */
async function* eventsOf(parts: AsyncIterable<Part>): AsyncGenerator<StreamEvent> {
  let offset = 0
  for await (const part of parts) {
    if (part.type === 'delta') offset += part.text.length
    const isLast = part.type === 'done'
    yield { event: part.type, id: String(offset), data: part, isLast }
    if (isLast) return
  }
  throw new ServiceError('stream_broken')
}

function* replay(result: Result): Generator<StreamEvent> {
  const { action, conversationId, messageId, result: text } = result
  const id = String(text.length)
  yield { event: 'start', id: '0', data: { type: 'start', action, conversationId, messageId } }
  yield { event: 'delta', id, data: { type: 'delta', text } }
  yield { event: 'done', id, data: { type: 'done', ...result }, isLast: true }
}

const [start, delta, done] = copilot.streams.actionRun.part.options
const error = z.object({ type: z.literal('error'), message: z.string(), code: z.string() })

/** Help for the people who answer. */
export const copilotRoutes = [
  streamRoute('POST /api/copilot', {
    access: 'conversations',
    tag: 'Copilot',
    name: 'runCopilotAction',
    summary: 'Run a copilot action on a conversation',
    description:
      '`messageId` in the reply is the newest message that the action used. With `Accept: text/event-stream` the reply is a stream: one `start`, the result in `delta`s as soon as it is checked, and `done` with all of it, or `error`.',
    body: request,
    reply: copilotResult,
    events: {
      start: start.meta({ id: 'CopilotStartEvent' }),
      delta: delta.meta({ id: 'CopilotDeltaEvent' }),
      done: done.meta({ id: 'CopilotDoneEvent' }),
      error: error.meta({ id: 'CopilotErrorEvent' }),
    },
    refusals: [
      'not_found',
      'conflict',
      'model_required',
      'model_unavailable',
      'model_refused',
      'model_failed',
      'model_unfaithful',
      'policy_unavailable',
      'interrupted',
      'stream_broken',
    ],
    handle: (input) => collect(open(input)),
    stream: (input) => eventsOf(open(input)),
    replay,
  }),
  jsonRoute('GET /api/conversations/:conversationId/copilot', {
    access: 'conversations',
    tag: 'Copilot',
    name: 'listCopilotRuns',
    summary: 'List the results of the copilot for a conversation',
    description: 'Every finished run of an action with the result that its caller got, newest first.',
    params: z.object({ conversationId: id }),
    query: z.strictObject(pageRequest.shape),
    reply: copilot.queries.runList.reply,
    refusals: ['not_found'],
    async handle({ context, params, query }) {
      await context.ask(chat.queries.conversationRead, params)
      return context.ask(copilot.queries.runList, { ...query, ...params })
    },
  }),
]
