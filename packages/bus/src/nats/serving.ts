import { type Connection, fromNats } from '@frontdesk/nats'
import type { Msg } from '@nats-io/transport-node'
import type { Stop } from '../port.ts'

/**
 * One member of those who answer a subject. `answer` must not throw; it is told how many it has in hand, itself
 * included. Resolves when the server knows of it; the stop takes nothing new and waits for what is in hand.
 */
export async function serving(
  connection: Connection,
  subject: string,
  group: string,
  answer: (message: Msg, inFlight: number) => Promise<void>,
): Promise<Stop> {
  const { nc } = connection
  let inFlight = 0
  let idle: PromiseWithResolvers<void> | undefined

  const subscription = nc.subscribe(subject, {
    queue: group,
    callback(error, message) {
      if (error) return connection.blame(error)
      if (!message.reply) return
      inFlight++
      void answer(message, inFlight).finally(() => {
        inFlight--
        if (inFlight === 0) idle?.resolve()
      })
    },
  })
  try {
    await connection.ask(() => nc.flush())
  } catch (error) {
    subscription.unsubscribe()
    throw fromNats(error)
  }

  return async () => {
    if (connection.isConnected) await subscription.drain()
    else subscription.unsubscribe()
    if (inFlight > 0) await (idle ??= Promise.withResolvers<void>()).promise
    if (connection.isConnected) await connection.ask(() => nc.flush()).catch(connection.blame)
  }
}
