import { partitions } from '../port.ts'
import type { Entry } from './deliveries.ts'
import type { EventLog } from './event-log.ts'

/** Entries of one partition that memory holds; the table has the rest. */
const pageSize = 256
/** Larger events are read from the table when their turn comes: 256 entries × 8 partitions × 4 kB = 8 MB a group. */
const keptBytes = 4_096

/**
 * One partition of one group. `ready` is a window on the table, in order; entries beyond `tail` are only in the table,
 * and `more` says that there are some. `held`: its head is in hand, or waits for its time.
 */
export type Lane = { partition: number; ready: Entry[]; tail: number; more: boolean; held: boolean }

/** What one group has to do, by partition: a bounded window in memory on `bus_deliveries`. */
export function groupLanes(log: EventLog, group: number) {
  const lanes: Lane[] = Array.from({ length: partitions }, (_, partition) => ({
    partition,
    ready: [],
    tail: 0,
    more: true,
    held: false,
  }))
  let turn = 0

  return {
    /** The next lane, in turn, that has something and is not held. */
    next(): Lane | undefined {
      for (let i = 0; i < partitions; i++) {
        const lane = lanes[(turn + i) % partitions]!
        if (lane.held) continue
        if (lane.ready.length === 0 && lane.more) load(lane)
        if (lane.ready.length === 0) continue
        turn = (lane.partition + 1) % partitions
        return lane
      }
      return undefined
    },
    /** Takes in an event that was just committed. */
    offer(partition: number, entry: Entry) {
      const lane = lanes[partition]!
      if (entry.position <= lane.tail) return
      if (lane.more || lane.ready.length >= pageSize) {
        lane.more = true
        return
      }
      if (entry.event && entry.event.bytes.length > keptBytes) entry.event = undefined
      lane.ready.push(entry)
      lane.tail = entry.position
    },
    /** Forgets what it holds; the table is read again at the next `next`. */
    reset() {
      for (const lane of lanes) Object.assign(lane, { ready: [], tail: 0, more: true, held: false })
    },
    /** Drops what the table does not have any more. */
    dropErased(tenant: string) {
      for (const lane of lanes) {
        lane.ready = lane.ready.filter((entry) => entry.event?.tenant !== tenant)
      }
    },
  }

  function load(lane: Lane) {
    const page = log.pending(group, lane.partition, lane.tail, pageSize)
    lane.ready.push(...page)
    lane.tail = page.at(-1)?.position ?? lane.tail
    lane.more = page.length === pageSize
  }
}
