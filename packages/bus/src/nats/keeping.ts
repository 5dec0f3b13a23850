import { askNats, type Connection, isStreamMissing } from '@frontdesk/nats'
import type { StreamInfo } from '@nats-io/jetstream'
import type { Bus, Lag } from '../port.ts'
import { deadLetterStream, deadSubject, ownerOfStream, partsOf, tenantFilters } from './declarations.ts'
import { isOwnerIn } from './namespace.ts'

type Consumer = { group: string; subjects: string[]; filters: Set<string>; doneUpTo: number; lag: Lag }

/** What looks at all streams of the installation: lag, pruning, erasing. */
export function keeping(
  connection: Connection,
  namespace: string | undefined,
): Pick<Bus, 'lag' | 'prune' | 'eraseTenant'> {
  const { manager } = connection

  async function eventStreams(): Promise<StreamInfo[]> {
    const found: StreamInfo[] = []
    for await (const info of manager.streams.list()) {
      const owner = ownerOfStream(info.config.name)
      if (owner !== undefined && isOwnerIn(namespace, owner)) found.push(info)
    }
    return found
  }

  async function consumersOf(stream: StreamInfo): Promise<Consumer[]> {
    const found: Consumer[] = []
    for await (const { config, ack_floor, num_pending, num_ack_pending } of manager.consumers.list(
      stream.config.name,
    )) {
      const group = config.metadata?.group
      // Made by somebody else, to look at the stream perhaps.
      if (group === undefined) continue
      const subjects = config.metadata?.subjects?.split(' ') ?? []
      found.push({
        group,
        subjects,
        filters: new Set(config.filter_subjects),
        // The floor stays behind where nothing more came to it; one with nothing to do is done with all there was.
        doneUpTo: num_pending + num_ack_pending === 0 ? stream.state.last_seq : ack_floor.stream_seq,
        lag: { group, subjects, waiting: num_pending, inFlight: num_ack_pending },
      })
    }
    return found
  }

  /** The first message that is too young to go. */
  async function youngFrom({ config, state }: StreamInfo, olderThanMs: number): Promise<number> {
    const startTime = new Date(Date.now() - olderThanMs)
    const first = await manager.direct.getMessage(config.name, { start_time: startTime })
    return first?.seq ?? state.last_seq + 1
  }

  /** Each contract's subject and partition that the stream holds something of, as the filter that its consumers have. */
  async function filtersIn(stream: string): Promise<Set<string>> {
    const info = await manager.streams.info(stream, { subjects_filter: '>' })
    const stored = Object.keys(info.state.subjects ?? {}).map(partsOf)
    return new Set(stored.flatMap((parts) => (parts ? [`${parts.subject}.*.${parts.partition}`] : [])))
  }

  const listensTo = ({ filters }: Consumer, filter: string) =>
    filters.has(filter) || filters.has(filter.replace(/\d+$/, '*'))

  async function pruneStream(stream: StreamInfo, olderThanMs: number): Promise<number> {
    const young = await youngFrom(stream, olderThanMs)
    const consumers = await consumersOf(stream)
    let pruned = 0
    for (const filter of await filtersIn(stream.config.name)) {
      const floors = consumers.filter((consumer) => listensTo(consumer, filter)).map(({ doneUpTo }) => doneUpTo)
      const upTo = Math.min(young, ...floors.map((floor) => floor + 1))
      if (upTo > 1) pruned += (await manager.streams.purge(stream.config.name, { filter, seq: upTo })).purged
    }
    return pruned
  }

  return {
    async lag() {
      return askNats(connection, async () => {
        const rows = new Map<string, Lag>()
        for (const stream of await eventStreams()) {
          for (const { lag } of await consumersOf(stream)) {
            const row = rows.get(lag.group)
            if (!row) rows.set(lag.group, lag)
            else {
              row.waiting += lag.waiting
              row.inFlight += lag.inFlight
            }
          }
        }
        return [...rows.values()]
      })
    },

    async prune(olderThanMs) {
      return askNats(connection, async () => {
        let pruned = 0
        for (const stream of await eventStreams()) pruned += await pruneStream(stream, olderThanMs)
        return pruned
      })
    },

    async eraseTenant(tenant) {
      await askNats(connection, async () => {
        for (const { config } of await eventStreams()) {
          for (const filter of tenantFilters(tenant)) await manager.streams.purge(config.name, { filter })
        }
        // Last: a verdict that was on its way when we began may have left one.
        await manager.streams.purge(deadLetterStream, { filter: deadSubject(tenant) }).catch((error) => {
          if (!isStreamMissing(error)) throw error
        })
      })
    },
  }
}
