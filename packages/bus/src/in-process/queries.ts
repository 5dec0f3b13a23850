import { ServiceError } from '@frontdesk/contracts'
import type { Bus, Request } from '../port.ts'
import { assertFits, copyOf, crossed } from './crossing.ts'
import { deadlines } from './deadlines.ts'
import { answering } from './members.ts'

type Answer = (request: Request) => Promise<Uint8Array>

/**
 * Queries between parts of one process, with the promises they have over a network. Every request of a client passes
 * here several times, so a request makes no more promises and timers than it needs.
 */
export function inProcessQueries(): Pick<Bus, 'request' | 'respond'> {
  const responders = answering<Answer>()
  const waiting = deadlines()

  return {
    async request(subject, bytes, { tenant, headers, timeoutMs, signal }) {
      signal?.throwIfAborted()
      assertFits(bytes, 'request')
      const { answer, done } = responders.take(subject)
      return new Promise<Uint8Array>((resolve, reject) => {
        const settle = () => {
          stopWaiting()
          signal?.removeEventListener('abort', giveUp)
        }
        const fail = (error: unknown) => {
          settle()
          reject(error)
        }
        const giveUp = () => fail(signal!.reason)
        const stopWaiting = waiting.add(timeoutMs, () =>
          fail(new ServiceError('deadline_exceeded', { detail: `No answer on ${subject} in ${timeoutMs} ms.` })),
        )
        signal?.addEventListener('abort', giveUp, { once: true })

        // Never on the caller's stack, as over a network.
        queueMicrotask(() => {
          answerOnce(answer, copyOf({ tenant, headers, bytes })).then(
            (reply) => {
              done()
              settle()
              resolve(reply)
            },
            (error) => {
              done()
              fail(error)
            },
          )
        })
      })
    },

    async respond(subject, _group, { maxInFlight }, answer) {
      return responders.add(subject, maxInFlight, answer)
    },
  }
}

async function answerOnce(answer: Answer, request: Request): Promise<Uint8Array> {
  try {
    const reply = await answer(request)
    assertFits(reply, 'reply')
    return reply.slice()
  } catch (error) {
    throw crossed(error)
  }
}
