import { answerMs, type Connection, fromNats } from '@frontdesk/nats'
import type { BusGroup, Outstanding } from '../port.ts'
import { againSubject, deadSubject, ownerOf } from './declarations.ts'
import type { Declarer } from './declare.ts'
import { enveloped } from './envelope.ts'

/** Gives events to the groups that had them outstanding. Groups come by themselves and find what is theirs alone. */
export const restoreOn =
  ({ js, ask }: Connection, declare: Declarer) =>
  async (_: BusGroup[], events: AsyncIterable<Outstanding>): Promise<void> => {
    for await (const { group, event, dead } of events) {
      const { bytes, ...envelope } = event
      const { tenant, subject, key } = event
      const owner = ownerOf(subject)
      await (dead ? declare.deadLetters() : declare.events(owner))
      const address = dead ? deadSubject(tenant) : againSubject(owner, group, tenant, key)
      const headers = enveloped(dead ? { ...envelope, group, ...dead } : envelope)
      await ask(() => js.publish(address, bytes, { headers, timeout: answerMs })).catch((error) => {
        throw fromNats(error)
      })
    }
  }
