import { connectNats, type NatsOptions } from '@frontdesk/nats'
import { closable } from './closable.ts'
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
  const { storeDeadLetter, deadLetters } = deadLettersOn(connection, declare)
  const bus = closable({
    traits: { network: true },
    publish: publisher(connection, declare),
    consume: consumption(connection, declare, storeDeadLetter),
    ...natsQueries(connection),
    openStream: streamReader(connection),
    serveStream: streamServer(connection),
    deadLetters,
    ...keeping(connection, options.namespace),
    outstanding: outstandingOn(connection, options.namespace),
    restore: restoreOn(connection, declare),
    check: () => connection.check(),
    close: () => connection.close(),
  })
  return inNamespace(bus, options.namespace)
}

export { type BusReader, natsBusReader } from './nats/reader.ts'
export { removeBusNamespace } from './nats/remove-namespace.ts'
