import { type Clock, ServiceError } from '@frontdesk/contracts'
import { migrate, type SqliteStore } from '@frontdesk/sqlite'
import { inProcessQueries } from '../in-process/queries.ts'
import { inProcessStreams } from '../in-process/streams.ts'
import type { BusEvent, BusGroup, ConsumeOptions, Lag, Outstanding, Stop } from '../port.ts'
import type { ConsumerGroup } from './consumer-group.ts'
import { consumerGroups } from './consumer-groups.ts'
import { deadLetters, storeDeadLetter } from './dead-letters.ts'
import type { Deliver } from './deliver-with-lease.ts'
import { eventLog } from './event-log.ts'
import { migrations } from './schema.ts'

/** Events that one write of a restore stores. */
const eventsAWrite = 200

/** A hub lives as long as its store. */
const hubs = new WeakMap<SqliteStore, Hub>()

/** What all buses on one store share: the groups and who answers what. */
export type Hub = ReturnType<typeof createHub>

/** The hub of a store, made the first time. */
export function hubOf(store: SqliteStore, clock: Clock): Hub {
  const known = hubs.get(store)
  if (known) return known
  const hub = createHub(store, clock)
  hubs.set(store, hub)
  return hub
}

function createHub(store: SqliteStore, clock: Clock) {
  migrate(store, 'bus', migrations)
  const log = eventLog(store, clock)
  const groups = consumerGroups({ store, log, clock })
  /** Group name → its newest member on the way in. */
  const joining = new Map<string, Promise<ConsumerGroup>>()

  /** Inside a write: stores the event for these groups; the answer tells those that are awake, after the commit. */
  function append(event: BusEvent, receivers: Iterable<ConsumerGroup>): () => void {
    const awaiting = [...receivers]
    const position = log.append(
      event,
      awaiting.map((group) => group.number),
    )
    return () => {
      for (const group of awaiting) group.offer({ position, attempts: 0, dueAt: 0, event }, event)
    }
  }

  return {
    ...inProcessQueries(),
    ...inProcessStreams(),

    async publish(events: BusEvent[]): Promise<void> {
      const wakes = await store.write(() => events.map((event) => append(event, groups.listeningTo(event.subject))))
      for (const wake of wakes) wake()
    },

    async consume(options: ConsumeOptions, deliver: Deliver): Promise<Stop> {
      // One at a time for a group: a second replay beside the first would hand out again what was done meanwhile.
      const before = joining.get(options.group)
      const ready = (async () => {
        await before?.catch(() => undefined)
        const group = await groups.subscribe(options.group, options.subjects)
        for (const subject of options.subjects) await log.replay(group.number, subject)
        return group
      })()
      joining.set(options.group, ready)
      try {
        return (await ready).join(options, deliver)
      } finally {
        if (joining.get(options.group) === ready) joining.delete(options.group)
      }
    },

    deadLetters: deadLetters(store, (event, number) => append(event, [groups.of(number)])),

    lag: (): Lag[] =>
      groups.all().map((group) => ({
        group: group.name,
        subjects: groups.subjectsOf(group),
        // A delivery that is just being finished may be in hand and gone from the table.
        waiting: Math.max(0, log.waiting(group.number) - group.inHand),
        inFlight: group.inHand,
      })),

    /** Whether no delivery is in hand, so that nothing more comes before something is published or due. */
    isQuiet: () => groups.all().every((group) => group.inHand === 0),

    prune: log.prune,

    /** The groups first: with nothing published yet they have nothing to replay. */
    async restore(restored: BusGroup[], outstanding: AsyncIterable<Outstanding>): Promise<void> {
      const members = new Map<string, ConsumerGroup>()
      for (const { group, subjects } of restored) members.set(group, await groups.subscribe(group, subjects))
      let batch: Outstanding[] = []
      for await (const item of outstanding) {
        batch.push(item)
        if (batch.length < eventsAWrite) continue
        await restoreInto(members, batch)
        batch = []
      }
      await restoreInto(members, batch)
    },

    async eraseTenant(tenant: string): Promise<void> {
      await log.eraseTenant(tenant)
      for (const group of groups.all()) group.dropErased(tenant)
    },
  }

  async function restoreInto(members: Map<string, ConsumerGroup>, items: Outstanding[]): Promise<void> {
    const wakes = await store.write(() =>
      items.map(({ group, event, dead }) => {
        const member = members.get(group)
        if (!member) throw new ServiceError('invalid_request', { detail: `There is no group ${group}.` })
        if (!dead) return append(event, [member])
        storeDeadLetter({ store, clock }, member.number, event, dead.attempts, dead.reason, dead.at)
        return () => {}
      }),
    )
    for (const wake of wakes) wake()
  }
}
