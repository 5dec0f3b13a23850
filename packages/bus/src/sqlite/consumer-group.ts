import { type Clock, callAt, isStillOn, ServiceError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type BusEvent, type ConsumeOptions, maxRetryMs, partitionOf, type Stop } from '../port.ts'
import { type Deliver, deliverWithLease } from './deliver-with-lease.ts'
import type { Entry } from './deliveries.ts'
import type { EventLog } from './event-log.ts'
import { groupLanes, type Lane } from './lanes.ts'

type Member = {
  options: ConsumeOptions
  deliver: Deliver
  /** Deliveries that it is handling. */
  inHand: number
  idle: PromiseWithResolvers<void> | undefined
}
type GroupParts = { store: SqliteStore; log: EventLog; clock: Clock }

/** Delivers the events of one group to its members in this process, in turn. */
export function consumerGroup({ store, log, clock }: GroupParts, number: number, name: string) {
  const lanes = groupLanes(log, number)
  const members: Member[] = []
  /** Each calls off a wait. */
  const waits = new Set<() => void>()
  let inHand = 0
  let turn = 0

  return {
    number,
    name,
    get isIdle() {
      return members.length === 0 && inHand === 0
    },
    get inHand() {
      return inHand
    },
    offer(entry: Entry, event: BusEvent) {
      if (members.length === 0) return
      lanes.offer(partitionOf(event.key), entry)
      pump()
    },
    dropErased: lanes.dropErased,
    join(options: ConsumeOptions, deliver: Deliver): Stop {
      const order = members[0]?.options.order ?? options.order
      if (order !== options.order) {
        throw new ServiceError('conflict', { detail: `Group ${name} is consumed with order ${order} already.` })
      }
      const member: Member = { options, deliver, inHand: 0, idle: undefined }
      members.push(member)
      pump()
      return () => leave(member)
    },
  }

  async function leave(member: Member) {
    const place = members.indexOf(member)
    if (place >= 0) members.splice(place, 1)
    if (member.inHand > 0) await (member.idle ??= Promise.withResolvers<void>()).promise
    if (members.length > 0 || inHand > 0) return
    for (const callOff of waits) callOff()
    waits.clear()
    lanes.reset()
  }

  function pump() {
    // A store that was closed under us: the table has everything for the next start.
    while (store.database.isOpen) {
      const member = nextMember()
      if (!member) return
      const lane = lanes.next()
      if (!lane) return
      const entry = lane.ready.shift()!
      if (isStillOn(entry.dueAt, maxRetryMs, clock.now())) waitInLane(lane, entry, member.options.order)
      else void deliverTo(member, lane, entry)
    }
  }

  function nextMember(): Member | undefined {
    for (let i = 0; i < members.length; i++) {
      const member = members[(turn + i) % members.length]!
      if (member.inHand < member.options.maxInFlight) return member
    }
    return undefined
  }

  /** Puts an entry back in front, once its time has come. With order by key its whole partition waits with it. */
  function waitInLane(lane: Lane, entry: Entry, order: ConsumeOptions['order']) {
    if (!isStillOn(entry.dueAt, maxRetryMs, clock.now())) {
      lane.held = false
      lane.ready.unshift(entry)
      return
    }
    if (order === 'key') lane.held = true
    const callOff = callAt(clock, entry.dueAt, () => {
      waits.delete(callOff)
      if (order === 'key') lane.held = false
      // It has waited, though a clock that was set back meanwhile says otherwise.
      lane.ready.unshift({ ...entry, dueAt: 0 })
      pump()
    })
    waits.add(callOff)
  }

  async function deliverTo(member: Member, lane: Lane, entry: Entry) {
    const event = entry.event ?? log.event(entry.position)
    // Its tenant was erased meanwhile.
    if (!event) return
    const { options, deliver } = member
    inHand++
    member.inHand++
    turn = members.indexOf(member) + 1
    lane.held = options.order === 'key'
    const again = await deliverWithLease({ store, log, clock, group: number }, { ...entry, event }, options, deliver)
    inHand--
    if (--member.inHand === 0) member.idle?.resolve()
    if (again) waitInLane(lane, again, options.order)
    else lane.held = false
    pump()
  }
}

export type ConsumerGroup = ReturnType<typeof consumerGroup>
