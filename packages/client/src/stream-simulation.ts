import { streamError } from './follow-events.ts'
import { FrontdeskError } from './frontdesk-error.ts'
import { readEvents } from './read-events.ts'
import type { Send } from './send-request.ts'
import type { SimulationEvent, SimulationInput } from './types.ts'

/** Tries a question and reads its events. An `error` event, or an end without `done`, throws `FrontdeskError`. */
export async function* streamSimulation(
  send: Send,
  question: SimulationInput,
  { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal | undefined },
): AsyncGenerator<SimulationEvent> {
  const request = {
    method: 'POST',
    path: '/api/simulate',
    body: JSON.stringify(question),
    headers: { ...headers, accept: 'text/event-stream' },
    signal,
  }
  let cause: unknown
  try {
    const response = await send(request, (reply) => reply)
    for await (const event of readEvents(response, () => {})) {
      if (event.event === 'error') throw streamError(event)
      const data: SimulationEvent = event.data
      yield data
      if (data.type === 'done') return
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof FrontdeskError) throw error
    cause = error
  }
  throw new FrontdeskError({ status: 0, code: 'stream_broken', detail: 'The answer was cut off' }, { cause })
}
