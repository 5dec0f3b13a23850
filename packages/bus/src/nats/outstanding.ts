import { askNats, type Connection, collect, isStreamMissing } from '@frontdesk/nats'
import type { StoredMsg } from '@nats-io/jetstream'
import type { BusGroup, Outstanding, OutstandingEvents } from '../port.ts'
import { deadLetterStream, ownerOfStream } from './declarations.ts'
import { readDead, readEvent } from './envelope.ts'
import { isOwnerIn } from './namespace.ts'

const messagesAPage = 100

/** A consumer of a group, and up to where it had done everything. */
type Standing = { group: string; floor: number; filters: string[][] }
/** The groups of a stream, and its newest event when that was asked. */
type Stand = { standing: Standing[]; newest: number }

/** Whether a stored subject is one that a filter names; filters of groups have `*` for a tenant or a partition. */
const matches = (subject: string[], filter: string[]): boolean =>
  subject.length === filter.length && filter.every((token, i) => token === '*' || token === subject[i])

/** What groups still have to do, as their consumers' floors and the streams tell. Makes no stream and no consumer. */
export function outstandingOn(connection: Connection, namespace: string | undefined): () => Promise<OutstandingEvents> {
  const { manager } = connection

  const isThere = (stream: string): Promise<boolean> =>
    askNats(connection, () =>
      manager.streams.info(stream).then(
        () => true,
        (error) => {
          if (isStreamMissing(error)) return false
          throw error
        },
      ),
    )

  /** Every message of a stream from a place on, up to what is its end when this begins. */
  async function* messagesOf(stream: string, from: number): AsyncGenerator<StoredMsg> {
    const { state } = await askNats(connection, () => manager.streams.info(stream))
    for (let next = from; next <= state.last_seq; ) {
      const query = { seq: next, next_by_subj: '>', batch: messagesAPage }
      const page = await askNats(connection, async () => collect(() => manager.direct.getBatch(stream, query)))
      for (const message of page) {
        if (message.seq > state.last_seq) return
        yield message
      }
      if (page.length === 0) return
      next = page.at(-1)!.seq + 1
    }
  }

  async function* waitingIn(stream: string, { standing, newest }: Stand): AsyncGenerator<Outstanding> {
    const from = Math.min(...standing.map(({ floor }) => floor)) + 1
    for await (const message of messagesOf(stream, from)) {
      const event = readEvent(message.header)
      if (!event) continue
      const subject = message.subject.split('.')
      for (const { group, floor, filters } of standing) {
        if (message.seq > floor && filters.some((filter) => matches(subject, filter))) {
          yield { group, event: { ...event, bytes: message.data }, ...(message.seq > newest && { isLater: true }) }
        }
      }
    }
  }

  async function* dead(): AsyncGenerator<Outstanding> {
    if (!(await isThere(deadLetterStream))) return
    for await (const message of messagesOf(deadLetterStream, 1)) {
      const envelope = readDead(message.header)
      if (!envelope || !isOwnerIn(namespace, envelope.tenant)) continue
      const { group, reason, attempts, at, ...event } = envelope
      yield { group, event: { ...event, bytes: message.data }, dead: { reason, attempts, at } }
    }
  }

  return async () => {
    const streams = new Map<string, Stand>()
    const groups = new Map<string, BusGroup>()
    await askNats(connection, async () => {
      for await (const { config, state } of manager.streams.list()) {
        const owner = ownerOfStream(config.name)
        if (owner === undefined || !isOwnerIn(namespace, owner)) continue
        for await (const consumer of manager.consumers.list(config.name)) {
          const { group, subjects } = consumer.config.metadata ?? {}
          // Made by somebody else, to look at the stream perhaps.
          if (group === undefined) continue
          const heard = [...(groups.get(group)?.subjects ?? []), ...(subjects?.split(' ') ?? [])]
          groups.set(group, { group, subjects: [...new Set(heard)] })
          // The floor stays behind where nothing more came to it; one with nothing to do is done with all there was.
          const isDone = consumer.num_pending + consumer.num_ack_pending === 0
          const floor = isDone ? state.last_seq : consumer.ack_floor.stream_seq
          const filters = (consumer.config.filter_subjects ?? []).map((filter) => filter.split('.'))
          const before = streams.get(config.name)?.standing ?? []
          streams.set(config.name, { standing: [...before, { group, floor, filters }], newest: state.last_seq })
        }
      }
    })
    return {
      groups: [...groups.values()],
      async *events() {
        for (const [stream, stand] of streams) yield* waitingIn(stream, stand)
        yield* dead()
      },
    }
  }
}
