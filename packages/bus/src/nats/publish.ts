import { answerMs, away, type Connection, fromNats, isStreamMissing } from '@frontdesk/nats'
import pLimit from 'p-limit'
import { assertFits } from '../in-process/crossing.ts'
import type { Bus, BusEvent } from '../port.ts'
import { messageIdOf, ownerOf, storedSubject } from './declarations.ts'
import type { Declarer } from './declare.ts'
import { enveloped } from './envelope.ts'

/** Events on their way to the server at once, over all calls: it refuses what it can't keep up with. */
const inFlight = 256

/** Stores events: those of a key one after the other, so that none is stored before one that failed. */
export function publisher(connection: Connection, declare: Declarer): Bus['publish'] {
  const limited = pLimit(inFlight)

  async function store(event: BusEvent) {
    const { id, subject, tenant, key, sequence, headers, bytes } = event
    const address = storedSubject(subject, tenant, key)
    const options = {
      msgID: messageIdOf(address, id),
      headers: enveloped({ id, subject, tenant, key, sequence, headers }),
      timeout: answerMs,
    }
    const send = () => connection.ask(() => connection.js.publish(address, bytes, options))
    try {
      await declare.events(ownerOf(subject))
      await send().catch(async (error) => {
        if (!isStreamMissing(error)) throw error
        // No stream takes the subject: the server lost it, or has just begun.
        declare.forget()
        await declare.events(ownerOf(subject))
        await send()
      })
    } catch (error) {
      throw fromNats(error)
    }
  }

  return async (events) => {
    for (const event of events) assertFits(event.bytes, 'event')
    if (events.length === 0) return
    if (!connection.isConnected) throw away()
    const chains = Map.groupBy(
      events.map((event) => ({ ...event, headers: { ...event.headers }, bytes: event.bytes.slice() })),
      ({ tenant, key }) => JSON.stringify([tenant, key]),
    )
    let failed: { error: unknown } | undefined
    await Promise.all(
      [...chains.values()].map(async (chain) => {
        for (const event of chain) {
          if (failed) return
          await limited(() => (failed ? undefined : store(event))).catch((error) => {
            failed ??= { error }
          })
        }
      }),
    )
    if (failed) throw failed.error
  }
}
