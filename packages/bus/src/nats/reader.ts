import { connectNats, type NatsOptions } from '@frontdesk/nats'
import type { Bus } from '../port.ts'
import { readingInNamespace } from './namespace.ts'
import { outstandingOn } from './outstanding.ts'
import { natsQueries } from './queries.ts'

/** What whoever does not take part in an installation may do with its bus. */
export type BusReader = Pick<Bus, 'outstanding' | 'request' | 'close'>

/**
 * The bus on NATS, to read it: makes and changes no stream, whatever `replicas` are set here. Throws `unavailable` when there
 * is no server within two seconds.
 */
export async function natsBusReader(options: NatsOptions): Promise<BusReader> {
  const connection = await connectNats(options)
  const reader: BusReader = {
    request: natsQueries(connection).request,
    outstanding: outstandingOn(connection, options.namespace),
    close: () => connection.close(),
  }
  return { ...reader, ...(options.namespace !== undefined && readingInNamespace(reader, options.namespace)) }
}
