import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError, toWireError } from '@frontdesk/contracts'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type BusEvent, type ConsumeOptions, type Delivery, partitionOf, type Stop, type Verdict } from '../port.ts'
import { buryInside } from './dead-letters.ts'
import type { Entry, EventLog } from './event-log.ts'
import { groupLanes, type Lane } from './lanes.ts'

type Deliver = (delivery: Delivery) => Promise<Verdict>
type Member = {
  options: ConsumeOptions
  deliver: Deliver
  hands: Set<Hand>
  idle: PromiseWithResolvers<void> | undefined
}
/** A delivery in the hands of a member. Once not `live` (its lease was missed), what the member says counts no more. */
type Hand = { live: boolean; timer: NodeJS.Timeout | undefined }

/** A timer can't be set further ahead (2³¹ − 1 ms); it then looks at the clock again. */
const maxTimerMs = 2 ** 31 - 1
/** A delivery this long in hand has its attempt recorded, so that one which kills the process is counted. */
const recordAttemptAfterMs = 100
/** Pause before a verdict that could not be written is written again. */
const rewriteMs = 1_000

/** Hands the events of one group to its members in this process, in turn. */
export function consumerGroup(store: SqliteStore, log: EventLog, number: number, name: string) {
  const lanes = groupLanes(log, number)
  const members: Member[] = []
  const timers = new Set<NodeJS.Timeout>()
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
      const member: Member = { options, deliver, hands: new Set(), idle: undefined }
      members.push(member)
      pump()
      return () => leave(member)
    },
  }

  async function leave(member: Member) {
    const place = members.indexOf(member)
    if (place >= 0) members.splice(place, 1)
    if (member.hands.size > 0) await (member.idle ??= Promise.withResolvers<void>()).promise
    if (members.length > 0 || inHand > 0) return
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
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
      const waitMs = entry.dueAt - Date.now()
      if (waitMs > 0) waitInLane(lane, entry, waitMs, member.options.order)
      else hand(member, lane, entry)
    }
  }

  function nextMember(): Member | undefined {
    for (let i = 0; i < members.length; i++) {
      const member = members[(turn + i) % members.length]!
      if (member.hands.size < member.options.maxInFlight) return member
    }
  }

  /** Puts an entry back in front, once its time has come. With order by key its whole partition waits with it. */
  function waitInLane(lane: Lane, entry: Entry, waitMs: number, order: ConsumeOptions['order']) {
    if (waitMs <= 0) {
      lane.held = false
      lane.ready.unshift(entry)
      return
    }
    if (order === 'key') lane.held = true
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        if (order === 'key') lane.held = false
        lane.ready.unshift(entry)
        pump()
      },
      Math.min(waitMs, maxTimerMs),
    )
    timers.add(timer)
  }

  function hand(member: Member, lane: Lane, entry: Entry) {
    const event = entry.event ?? log.event(entry.position)
    // Its tenant was erased meanwhile.
    if (!event) return
    const { order, leaseMs } = member.options
    const hand: Hand = { live: true, timer: undefined }
    const attempt = entry.attempts + 1
    let expiresAt = performance.now() + leaseMs
    let recorded = false
    inHand++
    turn = members.indexOf(member) + 1
    member.hands.add(hand)
    lane.held = order === 'key'
    hand.timer = setTimeout(look, Math.min(recordAttemptAfterMs, leaseMs))

    const delivery: Delivery = {
      ...event,
      headers: { ...event.headers },
      // A copy, as over a wire: no two groups may share memory.
      bytes: event.bytes.slice(),
      attempt,
      working() {
        expiresAt = performance.now() + leaseMs
      },
    }
    void judge()

    /** `working` only moves `expiresAt`; the timer catches up here. */
    function look() {
      const leftMs = expiresAt - performance.now()
      if (leftMs <= 0) {
        hand.live = false
        void giveBack({ attempts: attempt, dueAt: 0 })
        return
      }
      if (!recorded)
        void write(() => hand.live && log.postpone(number, lane.partition, { ...entry, attempts: attempt, dueAt: 0 }))
      recorded = true
      hand.timer = setTimeout(look, Math.min(leftMs, maxTimerMs))
    }

    async function judge() {
      const verdict = await verdictOf(member.deliver, delivery)
      if (!hand.live) return
      clearTimeout(hand.timer)
      await record(verdict)
    }

    async function record(verdict: Verdict) {
      if (verdict.kind === 'retry') {
        const dueAt = Date.now() + Math.max(0, verdict.afterMs)
        await giveBack({ attempts: attempt, dueAt })
        return
      }
      await write(() => {
        const stillThere = log.finish(number, lane.partition, entry.position)
        if (verdict.kind === 'dead' && stillThere) buryInside(store, number, event!, attempt, verdict.reason)
      })
      letGo()
      lane.held = false
      pump()
    }

    /** Without its cached event: should its tenant be erased meanwhile, the table says so when its time comes. */
    async function giveBack(again: Pick<Entry, 'attempts' | 'dueAt'>) {
      const next = { position: entry.position, event: undefined, ...again }
      const stillThere = await write(() => log.postpone(number, lane.partition, next))
      letGo()
      if (stillThere) waitInLane(lane, next, next.dueAt - Date.now(), order)
      else lane.held = false
      pump()
    }

    function letGo() {
      hand.live = false
      inHand--
      member.hands.delete(hand)
      if (member.hands.size === 0) member.idle?.resolve()
    }
  }

  /** A verdict is known and must not be lost to a full disk: tried until it is written or the store is closed. */
  async function write<T>(work: () => T): Promise<T | undefined> {
    for (;;) {
      try {
        return await store.write(work)
      } catch (error) {
        if (!store.database.isOpen) return undefined
        if (toWireError(error).code !== 'unavailable') throw error
        await sleep(rewriteMs)
      }
    }
  }
}

async function verdictOf(deliver: Deliver, delivery: Delivery): Promise<Verdict> {
  try {
    return await deliver(delivery)
  } catch {
    // The port's promise: a throw counts as a retry after 1 s. Logging is the caller's.
    return { kind: 'retry', afterMs: 1_000 }
  }
}

export type ConsumerGroup = ReturnType<typeof consumerGroup>
