import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { ServiceError } from '@frontdesk/contracts'
import type { Bus, Request } from '../port.ts'
import { assertFits, copyOf, crossed } from './crossing.ts'
import { answering } from './members.ts'
import { type PartPipe, partPipe } from './part-pipe.ts'

type Serve = (request: Request & { signal: AbortSignal }) => AsyncIterable<Uint8Array>

/**
 * Streams between parts of one process. No part can be lost and no server die alone here, so there are no numbers and
 * heartbeats to check; everything else is as over a network.
 */
export function inProcessStreams(): Pick<Bus, 'openStream' | 'serveStream'> {
  const servers = answering<Serve>()

  return {
    openStream: (subject, bytes, { tenant, headers, signal }) => ({
      [Symbol.asyncIterator]() {
        const pipe = partPipe()
        const server = new AbortController()
        const leave = () => server.abort(new ServiceError('interrupted', { detail: 'The reader went away.' }))
        const giveUp = () => {
          pipe.breakOff(signal!.reason)
          leave()
        }
        try {
          signal?.throwIfAborted()
          assertFits(bytes, 'request')
          const { answer: serve, done } = servers.take(subject)
          signal?.addEventListener('abort', giveUp, { once: true })
          void pump(serve, copyOf({ tenant, headers, bytes }), server, pipe).finally(() => {
            signal?.removeEventListener('abort', giveUp)
            done()
          })
        } catch (error) {
          pipe.fail(error)
        }
        return {
          async next() {
            const part = await pipe.take()
            return part ? { done: false, value: part } : { done: true, value: undefined }
          },
          async return() {
            pipe.breakOff(undefined)
            leave()
            return { done: true, value: undefined }
          },
        }
      },
    }),

    async serveStream(subject, _group, { maxInFlight }, serve) {
      return servers.add(subject, maxInFlight, serve)
    },
  }
}

/** Moves the parts of one server into the pipe until it ends, fails, or nobody wants them. */
async function pump(serve: Serve, request: Request, server: AbortController, pipe: PartPipe): Promise<void> {
  try {
    // Never on the caller's stack, as over a network.
    await Promise.resolve()
    for await (const part of serve({ ...request, signal: server.signal })) {
      if (server.signal.aborted) break
      assertFits(part, 'part')
      if (!pipe.push(part.slice())) {
        const overloaded = new ServiceError('overloaded', { detail: 'The reader of the stream is too slow.' })
        pipe.fail(overloaded)
        server.abort(overloaded)
        break
      }
      if (pipe.isCrowded) await turnOfTheLoop()
    }
    pipe.end()
  } catch (error) {
    pipe.fail(crossed(error))
    server.abort(error)
  }
}
