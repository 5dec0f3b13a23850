import { openProcessPlaces, type PlaceLimits, type ProcessPlaces } from './process-places.ts'
import { isSamePace, type Pace, paceRequest } from './request-pace.ts'

type SlotLimits = PlaceLimits & {
  /** Lanes of one endpoint that may wait for a slot; the others wait in the store. */
  maxWaiting: number
}

/**
 * One step of a lane, a request at most. True when it has more. Never throws. `freeSlot` may be called before it ends: the
 * endpoint has answered, and somebody else may have the slot while that is written down.
 */
type Step = (freeSlot: () => void) => Promise<boolean>
type Lane = { step: Step; again: boolean }
/** The lanes of one endpoint. */
type Line = {
  endpoint: string
  waiting: string[]
  lanes: Map<string, Lane>
  atWork: number
  pace: Pace
  /** When a request at the endpoint's pace would be due if all before had come evenly. */
  dueAt: number
  timer?: NodeJS.Timeout | undefined
  /** Fetches lanes that found no room, once there is some. */
  refill?: (() => void) | undefined
}

/** Who works on what in this process. */
export type RequestSlots = {
  /**
   * Puts a lane in the line of its endpoint; with a slot free it begins before this returns. `known`: it is in line or at
   * work already, and has this `step` once more after that. `full`: too many wait; `refill` is called when there is room.
   */
  add(endpoint: string, lane: string, step: Step, refill: () => void): 'added' | 'known' | 'full'
  /** From now on; the usual one until then. */
  setPace(endpoint: string, pace: Pace): void
  /** Resolves when nothing is at work. */
  idle(): Promise<void>
}

type Slots = {
  maxWaiting: number
  usual: Pace
  places: ProcessPlaces
  lines: Map<string, Line>
  /** Those that are not the usual one. */
  paces: Map<string, Pace>
  /** Endpoints with a lane that may begin, in turn. */
  ready: Set<string>
  steps: number
  isPumping: boolean
  whenIdle?: PromiseWithResolvers<void>
}

/**
 * Shares the slots of one process among endpoints, one request each in turn, so that none waits for what another one
 * makes slow: an endpoint that hangs keeps its own slots busy, and after a second not even a place of the process.
 */
export function openRequestSlots({ maxWaiting, ...limits }: SlotLimits, usual: Pace): RequestSlots {
  const places = openProcessPlaces(limits, () => pump(slots))
  const [lines, paces, ready] = [new Map<string, Line>(), new Map<string, Pace>(), new Set<string>()]
  const slots: Slots = { maxWaiting, usual, places, lines, paces, ready, steps: 0, isPumping: false }
  return {
    add: (endpoint, name, step, refill) => addLane(slots, lineOf(slots, endpoint), name, step, refill),
    setPace: (endpoint, pace) => setPace(slots, endpoint, pace),
    async idle() {
      if (slots.steps === 0) return
      slots.whenIdle ??= Promise.withResolvers()
      await slots.whenIdle.promise
    },
  }
}

function lineOf({ lines, paces, usual }: Slots, endpoint: string): Line {
  const known = lines.get(endpoint)
  if (known) return known
  const pace = paces.get(endpoint) ?? usual
  const line: Line = { endpoint, waiting: [], lanes: new Map(), atWork: 0, pace, dueAt: 0 }
  lines.set(endpoint, line)
  return line
}

function addLane(slots: Slots, line: Line, name: string, step: Step, refill: () => void): 'added' | 'known' | 'full' {
  const known = line.lanes.get(name)
  if (known) {
    known.step = step
    known.again = true
    return 'known'
  }
  if (line.waiting.length >= slots.maxWaiting) {
    line.refill ??= refill
    return 'full'
  }
  line.lanes.set(name, { step, again: false })
  line.waiting.push(name)
  slots.ready.add(line.endpoint)
  pump(slots)
  return 'added'
}

function setPace(slots: Slots, endpoint: string, pace: Pace): void {
  if (isSamePace(pace, slots.usual)) slots.paces.delete(endpoint)
  else slots.paces.set(endpoint, pace)
  const line = slots.lines.get(endpoint)
  if (!line || isSamePace(line.pace, pace)) return
  line.pace = pace
  if (line.waiting.length > 0) slots.ready.add(endpoint)
  pump(slots)
}

/** Begins whatever may begin, one lane of each endpoint in turn. */
function pump(slots: Slots): void {
  if (slots.isPumping) return
  slots.isPumping = true
  for (const endpoint of slots.ready) {
    if (slots.places.isFull()) break
    // Behind all others, when it has more.
    slots.ready.delete(endpoint)
    const line = slots.lines.get(endpoint)
    if (!line || !mayBegin(slots, line)) continue
    if (line.waiting.length > 1) slots.ready.add(endpoint)
    void begin(slots, line, line.waiting.shift()!)
  }
  slots.isPumping = false
}

/** True when the endpoint may get a request now; when only its pace forbids it, it is looked at again in time. */
function mayBegin(slots: Slots, line: Line): boolean {
  if (line.waiting.length === 0 || line.atWork >= line.pace.atOnce) return false
  const paced = paceRequest(line.pace, line.dueAt, performance.now())
  if ('waitUntil' in paced) {
    wakeAt(slots, line, paced.waitUntil)
    return false
  }
  line.dueAt = paced.dueAt
  return true
}

function wakeAt(slots: Slots, line: Line, at: number): void {
  if (line.timer) return
  line.timer = setTimeout(
    () => {
      line.timer = undefined
      if (line.waiting.length > 0) slots.ready.add(line.endpoint)
      else tidy(slots, line)
      pump(slots)
    },
    Math.max(1, at - performance.now()),
  )
  line.timer.unref()
}

/** A line goes when nothing is in it, but not before its pace would let the next one begin. */
function tidy(slots: Slots, line: Line): void {
  if (line.lanes.size > 0) return
  if (line.timer === undefined && line.dueAt <= performance.now()) slots.lines.delete(line.endpoint)
  else wakeAt(slots, line, line.dueAt)
}

async function begin(slots: Slots, line: Line, name: string): Promise<void> {
  const lane = line.lanes.get(name)!
  const leavePlace = slots.places.take()
  line.atWork++
  slots.steps++
  lane.again = false
  let hasSlot = true
  const freeSlot = () => {
    if (!hasSlot) return
    hasSlot = false
    leavePlace()
    line.atWork--
    if (line.waiting.length > 0) slots.ready.add(line.endpoint)
  }
  let hasMore = false
  try {
    hasMore = await lane.step(() => {
      freeSlot()
      pump(slots)
    })
  } finally {
    freeSlot()
    slots.steps--
    if (hasMore || lane.again) line.waiting.push(name)
    else line.lanes.delete(name)
    makeRoom(slots, line)
    if (line.waiting.length > 0) slots.ready.add(line.endpoint)
    else tidy(slots, line)
    pump(slots)
    if (slots.steps === 0) slots.whenIdle?.resolve()
  }
}

function makeRoom({ maxWaiting }: Slots, line: Line): void {
  if (!line.refill || line.waiting.length > maxWaiting / 4) return
  const { refill } = line
  line.refill = undefined
  refill()
}
