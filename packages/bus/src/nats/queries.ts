import { nobodyAnswers, ServiceError } from '@frontdesk/contracts'
import { type Connection, fromNats, isNobodyThere } from '@frontdesk/nats'
import { errors, type Msg } from '@nats-io/transport-node'
import { assertFits } from '../in-process/crossing.ts'
import type { Bus, Request } from '../port.ts'
import { enveloped, errorHeaders, readError, readRequest } from './envelope.ts'
import { withoutNamespace } from './namespace.ts'
import { serving } from './serving.ts'

/** Queries as requests of NATS itself: nothing is stored, and the server says at once that nobody listens. */
export function natsQueries(connection: Connection): Pick<Bus, 'request' | 'respond'> {
  const { nc } = connection

  return {
    async request(subject, bytes, { tenant, headers, timeoutMs, signal }) {
      signal?.throwIfAborted()
      assertFits(bytes, 'request')
      if (timeoutMs <= 0) throw late(subject, timeoutMs)
      const options = { headers: enveloped({ tenant, headers }), timeout: timeoutMs }
      const asked = connection.ask(() => nc.request(subject, bytes.slice(), options))
      try {
        const reply = await (signal ? unlessAborted(asked, signal) : asked)
        const failure = readError(reply.headers)
        if (failure) throw failure
        return reply.data
      } catch (error) {
        if (signal?.aborted && error === signal.reason) throw error
        if (isNobodyThere(error)) throw nobodyAnswers(withoutNamespace(subject))
        if (error instanceof errors.TimeoutError) throw late(subject, timeoutMs)
        throw fromNats(error)
      }
    },

    async respond(subject, group, { maxInFlight }, answer) {
      return serving(connection, subject, group, async (message, inFlight) => {
        try {
          if (inFlight > maxInFlight) throw new ServiceError('overloaded')
          const reply = await answer(requestIn(message))
          assertFits(reply, 'reply')
          message.respond(reply)
        } catch (error) {
          // Without a connection the caller knows already.
          if (connection.isConnected) message.respond(undefined, { headers: errorHeaders(error) })
        }
      })
    },
  }
}

/** The request in a message. Throws `malformed_request` for what no bus of ours sent. */
export function requestIn(message: Msg): Request {
  const envelope = readRequest(message.headers)
  if (!envelope) throw new ServiceError('malformed_request', { detail: 'The request has no envelope.' })
  return { ...envelope, bytes: message.data }
}

const late = (subject: string, timeoutMs: number) =>
  new ServiceError('deadline_exceeded', { detail: `No answer on ${withoutNamespace(subject)} in ${timeoutMs} ms.` })

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
