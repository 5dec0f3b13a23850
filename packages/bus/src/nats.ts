import { connectNats, type NatsOptions } from '@frontdesk/nats'
import { consumption } from './nats/consume.ts'
import { deadLettersOn } from './nats/dead-letters.ts'
import { declarer } from './nats/declare.ts'
import { keeping } from './nats/keeping.ts'
import { inNamespace } from './nats/namespace.ts'
import { streamReader } from './nats/open-stream.ts'
import { outstandingOn } from './nats/outstanding.ts'
import { publisher } from './nats/publish.ts'
import { natsQueries } from './nats/queries.ts'
import { restoreOn } from './nats/restore-events.ts'
import { streamServer } from './nats/serve-stream.ts'
import { openLatch } from './open-latch.ts'
import type { Bus } from './port.ts'

/**
 * The bus on NATS: events in JetStream, a stream for each owner; queries and streams on NATS itself. Throws
 * `unavailable` when there is no server within two seconds; later it comes back by itself, and meanwhile every call
 * fails at once. Needs NATS 2.14 or newer with JetStream.
 */
export async function natsBus(options: NatsOptions): Promise<Bus> {
  const connection = await connectNats(options)
  const declare = declarer(connection, options.replicas ?? 1)
  try {
    await declare.deadLetters()
  } catch (error) {
    await connection.close()
    throw error
  }
  const { bury, deadLetters } = deadLettersOn(connection, declare)
  const publish = publisher(connection, declare)
  const consume = consumption(connection, declare, bury)
  const { request, respond } = natsQueries(connection)
  const openStream = streamReader(connection)
  const serveStream = streamServer(connection)
  const { lag, prune, eraseTenant } = keeping(connection, options.namespace)
  const outstanding = outstandingOn(connection, options.namespace)
  const restore = restoreOn(connection, declare)
  const latch = openLatch()

  const bus: Bus = {
    traits: { network: true },
    async publish(events) {
      latch.assertOpen()
      await publish(events)
    },
    async consume(consuming, deliver) {
      latch.assertOpen()
      return latch.remember(await consume(consuming, deliver))
    },
    async request(subject, bytes, asking) {
      latch.assertOpen()
      return request(subject, bytes, asking)
    },
    async respond(subject, group, limit, answer) {
      latch.assertOpen()
      return latch.remember(await respond(subject, group, limit, answer))
    },
    openStream(subject, bytes, asking) {
      latch.assertOpen()
      return openStream(subject, bytes, asking)
    },
    async serveStream(subject, group, limit, serve) {
      latch.assertOpen()
      return latch.remember(await serveStream(subject, group, limit, serve))
    },
    deadLetters,
    async lag() {
      latch.assertOpen()
      return lag()
    },
    async outstanding() {
      latch.assertOpen()
      return outstanding()
    },
    async restore(groups, events) {
      latch.assertOpen()
      await restore(groups, events)
    },
    async check() {
      latch.assertOpen()
      await connection.check()
    },
    async eraseTenant(tenant) {
      latch.assertOpen()
      await eraseTenant(tenant)
    },
    async prune(olderThanMs) {
      latch.assertOpen()
      return prune(olderThanMs)
    },
    async close() {
      await latch.close()
      await connection.close()
    },
  }
  return inNamespace(bus, options.namespace)
}

export { type BusReader, natsBusReader } from './nats/reader.ts'
export { removeBusNamespace } from './nats/remove-namespace.ts'
