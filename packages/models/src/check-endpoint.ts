import { ServiceError } from '@frontdesk/contracts'
import type OpenAI from 'openai'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'

const checkMs = 900
/** A readiness probe asks the endpoint at most this often. */
const checkedForMs = 10_000

/** Makes a check of an endpoint: it throws `model_unavailable` when the endpoint doesn't answer, and asks it every 10 s at most. */
export function endpointCheck(client: OpenAI, apiKey: string): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - checkedAt < checkedForMs) return
    const deadline = startDeadline()
    deadline.within(checkMs, `The model endpoint did not answer within ${checkMs} ms.`)
    try {
      await deadline.race(client.models.list({ signal: deadline.signal, maxRetries: 0 }).asResponse())
    } catch (error) {
      // An endpoint without this route is there all the same.
      const status = (error as { status?: number }).status
      if (status !== 404 && status !== 405) {
        throw error instanceof ServiceError ? error : describeFailure(error, 'answer', apiKey)
      }
    } finally {
      deadline.end()
    }
    checkedAt = performance.now()
  }
}
