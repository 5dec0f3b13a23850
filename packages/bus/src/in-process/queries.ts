import { ServiceError } from '@frontdesk/contracts'
import type { Bus, Request } from '../port.ts'
import { assertFits, copyOf, crossed } from './crossing.ts'
import { answering } from './members.ts'

type Answer = (request: Request) => Promise<Uint8Array>

/** Queries between parts of one process, with the promises they have over a network. */
export function inProcessQueries(): Pick<Bus, 'request' | 'respond'> {
  const responders = answering<Answer>()

  return {
    async request(subject, bytes, { tenant, headers, timeoutMs, signal }) {
      signal?.throwIfAborted()
      assertFits(bytes, 'request')
      const { answer, done } = responders.take(subject)
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      const timer = setTimeout(
        () => reject(new ServiceError('deadline_exceeded', { detail: `No answer on ${subject} in ${timeoutMs} ms.` })),
        timeoutMs,
      )
      const giveUp = () => reject(signal!.reason)
      signal?.addEventListener('abort', giveUp, { once: true })
      void answerOnce(answer, copyOf({ tenant, headers, bytes })).then(resolve, reject).finally(done)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
    },

    async respond(subject, _group, { maxInFlight }, answer) {
      return responders.add(subject, maxInFlight, answer)
    },
  }
}

async function answerOnce(answer: Answer, request: Request): Promise<Uint8Array> {
  try {
    // Never on the caller's stack, as over a network.
    await Promise.resolve()
    const reply = await answer(request)
    assertFits(reply, 'reply')
    return reply.slice()
  } catch (error) {
    throw crossed(error)
  }
}
