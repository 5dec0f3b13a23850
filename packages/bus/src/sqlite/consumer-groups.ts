import { type Clock, ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type ConsumerGroup, consumerGroup } from './consumer-group.ts'
import type { EventLog } from './event-log.ts'

/** The groups of a store, also those that nobody consumes at the moment, and what each listens to. */
export function consumerGroups({ store, log, clock }: { store: SqliteStore; log: EventLog; clock: Clock }) {
  const groups = new Map<number, ConsumerGroup>()
  /** Subject → the groups that listen to it. */
  const listeners = new Map<string, Set<ConsumerGroup>>()
  readGroups()

  return {
    of: (number: number): ConsumerGroup => groups.get(number)!,
    all: (): ConsumerGroup[] => [...groups.values()],
    listeningTo: (subject: string): Iterable<ConsumerGroup> => listeners.get(subject) ?? [],
    subjectsOf,

    /** Makes the group listen to exactly these subjects. Throws `conflict` while it is consumed with others. */
    async subscribe(name: string, subjects: string[]): Promise<ConsumerGroup> {
      try {
        // Memory changes inside the write, so that every publish before or after it finds one truth.
        return await store.write(() => subscribeInside(name, subjects))
      } catch (error) {
        const stored = new Set(log.groups().map(({ number }) => number))
        for (const number of groups.keys()) if (!stored.has(number)) groups.delete(number)
        readGroups()
        throw error
      }
    },
  }

  function subscribeInside(name: string, subjects: string[]): ConsumerGroup {
    let group = [...groups.values()].find((known) => known.name === name)
    if (!group) {
      group = consumerGroup({ store, log, clock }, log.addGroup(name).number, name)
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
  }

  /** The tables are the truth; memory follows them at start and when a change of them failed. */
  function readGroups() {
    for (const { number, name } of log.groups()) {
      if (!groups.has(number)) groups.set(number, consumerGroup({ store, log, clock }, number, name))
    }
    listeners.clear()
    for (const { subject, group } of log.subscriptions()) listen(subject, groups.get(group)!)
  }

  function listen(subject: string, group: ConsumerGroup) {
    listeners.set(subject, (listeners.get(subject) ?? new Set()).add(group))
  }

  function subjectsOf(group: ConsumerGroup): string[] {
    return [...listeners].filter(([, listening]) => listening.has(group)).map(([subject]) => subject)
  }
}
