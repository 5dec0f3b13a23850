import {
  chat,
  ServiceError,
  type Simulation,
  type SimulationPart,
  simulation,
  simulationInput,
  simulationPart,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { StreamEvent } from '../answer/server-sent-events.ts'
import { requireToTry } from '../keys/require-reading.ts'
import { streamRoute } from './route.ts'

/** The parts as events; the id is how much of the answer has been told. Throws when the end is missing. */
async function* eventsOf(parts: AsyncIterable<SimulationPart>): AsyncGenerator<StreamEvent> {
  let offset = 0
  for await (const part of parts) {
    if (part.type === 'delta') offset += part.text.length
    const isLast = part.type === 'done'
    yield { event: part.type, id: String(offset), data: part, isLast }
    if (isLast) return
  }
  throw new ServiceError('stream_broken')
}

function* replay(simulated: Simulation): Generator<StreamEvent> {
  const text = simulated.outcome === 'answered' ? simulated.content : ''
  const id = String(text.length)
  yield { event: 'start', id: '0', data: { type: 'start' } }
  if (text) yield { event: 'delta', id, data: { type: 'delta', text } }
  yield { event: 'done', id, data: { type: 'done', ...simulated }, isLast: true }
}

const [start, delta, done] = simulationPart.options
const error = z.object({ type: z.literal('error'), message: z.string(), code: z.string() })

/** A question for a try. */
export const simulateRoutes = [
  streamRoute('POST /api/simulate', {
    access: 'policies',
    onlyReads: true,
    tag: 'Simulation',
    name: 'simulateAnswer',
    summary: 'Simulate a question without storing anything, with a trace of every step',
    description:
      'Runs the pipeline that answers customers, but stores and publishes nothing: the question counts in no inbox, statistic or suggestion. `policies` replaces the tenant’s policies, which also needs `knowledge:read`: nothing else filters what the sources say. With `Accept: text/event-stream` the reply is a stream: one `start`, the answer in `delta`s as a customer would get it, and `done` with the whole simulation, whatever its outcome, or `error`.',
    body: simulationInput,
    reply: simulation,
    events: {
      start: start.meta({ id: 'SimulationStartEvent' }),
      delta: delta.meta({ id: 'SimulationDeltaEvent' }),
      done: done.meta({ id: 'SimulationDoneEvent' }),
      error: error.meta({ id: 'SimulationErrorEvent' }),
    },
    refusals: ['model_unavailable', 'policy_unavailable', 'stream_broken'],
    async handle({ context, caller, body, clientSignal }) {
      requireToTry(caller, [body])
      for await (const simulated of context.open(chat.streams.messageSimulate, body, { signal: clientSignal() }))
        return simulated
      throw new ServiceError('stream_broken')
    },
    stream({ context, caller, body, clientSignal }) {
      requireToTry(caller, [body])
      return eventsOf(context.open(chat.streams.simulationFollow, body, { signal: clientSignal() }))
    },
    replay,
  }),
]
