import { ServiceError } from '@frontdesk/contracts'
import { migrate, type SqliteStore } from '@frontdesk/sqlite'
import { inProcessQueries } from '../in-process/queries.ts'
import { inProcessStreams } from '../in-process/streams.ts'
import type { BusEvent, ConsumeOptions, Delivery, Lag, Stop, Verdict } from '../port.ts'
import { type ConsumerGroup, consumerGroup } from './consumer-group.ts'
import { deadLetters } from './dead-letters.ts'
import { type EventLog, eventLog } from './event-log.ts'
import { migrations } from './schema.ts'

const hubs = new WeakMap<SqliteStore, Hub>()

/** What all buses on one store share: the groups and who answers what. */
export type Hub = ReturnType<typeof createHub>

/** The hub of a store, made the first time. */
export function hubOf(store: SqliteStore): Hub {
  const known = hubs.get(store)
  if (known) return known
  const hub = createHub(store)
  hubs.set(store, hub)
  return hub
}

function createHub(store: SqliteStore) {
  migrate(store, 'bus', migrations)
  const log: EventLog = eventLog(store)
  /** Every group in the file, also those nobody consumes at the moment. */
  const groups = new Map<number, ConsumerGroup>()
  /** Subject → the groups that listen to it. */
  const listeners = new Map<string, Set<ConsumerGroup>>()
  /** Group name → its newest member on the way in. */
  const joining = new Map<string, Promise<ConsumerGroup>>()
  readGroups()

  /** The tables are the truth; memory follows them at start and when a change of them failed. */
  function readGroups() {
    for (const { number, name } of log.groups()) {
      if (!groups.has(number)) groups.set(number, consumerGroup(store, log, number, name))
    }
    listeners.clear()
    for (const { subject, group } of log.subscriptions()) listen(subject, groups.get(group)!)
  }

  function listen(subject: string, group: ConsumerGroup) {
    listeners.set(subject, (listeners.get(subject) ?? new Set()).add(group))
  }

  const subjectsOf = (group: ConsumerGroup) =>
    [...listeners].filter(([, listening]) => listening.has(group)).map(([subject]) => subject)

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
      const wakes = await store.write(() => events.map((event) => append(event, listeners.get(event.subject) ?? [])))
      for (const wake of wakes) wake()
    },

    async consume(options: ConsumeOptions, deliver: (delivery: Delivery) => Promise<Verdict>): Promise<Stop> {
      // One at a time for a group: a second replay beside the first would hand out again what was done meanwhile.
      const before = joining.get(options.group)
      const ready = (async () => {
        await before?.catch(() => undefined)
        const group = await subscribe(options.group, options.subjects)
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

    deadLetters: deadLetters(store, (event, number) => append(event, [groups.get(number)!])),

    lag: (): Lag[] =>
      [...groups.values()].map((group) => ({
        group: group.name,
        subjects: subjectsOf(group),
        // A delivery that is just being finished may be in hand and gone from the table.
        waiting: Math.max(0, log.waiting(group.number) - group.inHand),
        inFlight: group.inHand,
      })),

    prune: log.prune,

    async eraseTenant(tenant: string): Promise<void> {
      await log.eraseTenant(tenant)
      for (const group of groups.values()) group.dropErased(tenant)
    },
  }

  /** Makes the group listen to exactly these subjects. */
  async function subscribe(name: string, subjects: string[]): Promise<ConsumerGroup> {
    try {
      return await store.write(() => {
        // Memory changes inside the write, so that every publish before or after it finds one truth.
        let group = [...groups.values()].find((known) => known.name === name)
        if (!group) {
          group = consumerGroup(store, log, log.addGroup(name).number, name)
          groups.set(group.number, group)
        }
        const before = subjectsOf(group)
        const added = subjects.filter((subject) => !before.includes(subject))
        const dropped = before.filter((subject) => !subjects.includes(subject))
        if (added.length + dropped.length > 0 && !group.isIdle) {
          throw new ServiceError('conflict', { detail: `Group ${name} is consumed with other subjects already.` })
        }
        for (const subject of added) {
          log.subscribe(group.number, subject)
          listen(subject, group)
        }
        for (const subject of dropped) {
          log.unsubscribe(group.number, subject)
          listeners.get(subject)!.delete(group)
        }
        return group
      })
    } catch (error) {
      const stored = new Set(log.groups().map(({ number }) => number))
      for (const number of groups.keys()) if (!stored.has(number)) groups.delete(number)
      readGroups()
      throw error
    }
  }
}
