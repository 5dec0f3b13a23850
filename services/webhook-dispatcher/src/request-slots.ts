/** How many requests an endpoint gets at the same time, and how many a second. */
export type Pace = { atOnce: number; perSecond: number }

/** What one process does at the same time. */
type SlotLimits = {
  /** Requests that take less than `slowAfterMs`. */
  overall: number
  /** Requests that take longer: they give their place to others, and above this many keep it. */
  slow: number
  slowAfterMs: number
  /** Lanes of one endpoint that may wait for a slot; the others wait in the store. */
  mostWaiting: number
}

/**
 * One step of a lane, a request at most. True when it has more. Never throws. `freeSlot` may be called before it ends: the
 * endpoint has answered, and somebody else may have the slot while that is written down.
 */
type Step = (freeSlot: () => void) => Promise<boolean>
type Lane = { step: Step; isAtWork: boolean; again: boolean }
type Line = {
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

/** What an endpoint may get ahead of its even pace: a tenth of a second's worth. */
const burstOf = ({ perSecond }: Pace): number => Math.max(1, perSecond / 10)

/**
 * Shares the slots of one process among endpoints, one request each in turn, so that none waits for what another one
 * makes slow: an endpoint that hangs keeps its own slots busy, and after a second not even a place of the process.
 */
export function openRequestSlots(limits: SlotLimits, usual: Pace): RequestSlots {
  const lines = new Map<string, Line>()
  /** Those that are not the usual one. */
  const paces = new Map<string, Pace>()
  /** Endpoints with a lane that may begin, in turn. */
  const ready = new Set<string>()
  let quick = 0
  let slow = 0
  let steps = 0
  let isPumping = false
  let whenIdle: PromiseWithResolvers<void> | undefined

  function lineOf(endpoint: string): Line {
    const known = lines.get(endpoint)
    if (known) return known
    const line: Line = { waiting: [], lanes: new Map(), atWork: 0, pace: paces.get(endpoint) ?? usual, dueAt: 0 }
    lines.set(endpoint, line)
    return line
  }

  /** A line goes when nothing is in it, but not before its pace would let the next one begin. */
  function tidy(endpoint: string, line: Line): void {
    if (line.lanes.size === 0 && line.timer === undefined && line.dueAt <= performance.now()) lines.delete(endpoint)
    else if (line.lanes.size === 0) wakeAt(endpoint, line, line.dueAt)
  }

  function wakeAt(endpoint: string, line: Line, at: number): void {
    if (line.timer) return
    line.timer = setTimeout(
      () => {
        line.timer = undefined
        if (line.waiting.length > 0) ready.add(endpoint)
        else tidy(endpoint, line)
        pump()
      },
      Math.max(1, at - performance.now()),
    )
    line.timer.unref()
  }

  /** True when the endpoint may get a request now; when only its pace forbids it, it is looked at again in time. */
  function mayBegin(endpoint: string, line: Line): boolean {
    if (line.waiting.length === 0 || line.atWork >= line.pace.atOnce) return false
    const interval = 1_000 / line.pace.perSecond
    const earliest = line.dueAt - (burstOf(line.pace) - 1) * interval
    const now = performance.now()
    if (now < earliest) {
      wakeAt(endpoint, line, earliest)
      return false
    }
    line.dueAt = Math.max(now, line.dueAt) + interval
    return true
  }

  function pump(): void {
    if (isPumping) return
    isPumping = true
    for (const endpoint of ready) {
      if (quick >= limits.overall) break
      // Behind all others, when it has more.
      ready.delete(endpoint)
      const line = lines.get(endpoint)
      if (!line || !mayBegin(endpoint, line)) continue
      if (line.waiting.length > 1) ready.add(endpoint)
      void begin(endpoint, line, line.waiting.shift()!)
    }
    isPumping = false
  }

  /** A place among the quick ones, which it leaves when it turns out to be slow. Answers how to give it back. */
  function takePlace(): () => void {
    let isSlow = false
    quick++
    const timer = setTimeout(() => {
      if (slow >= limits.slow) return
      isSlow = true
      quick--
      slow++
      pump()
    }, limits.slowAfterMs)
    timer.unref()
    return () => {
      clearTimeout(timer)
      if (isSlow) slow--
      else quick--
    }
  }

  async function begin(endpoint: string, line: Line, name: string): Promise<void> {
    const lane = line.lanes.get(name)!
    const leave = takePlace()
    line.atWork++
    steps++
    lane.isAtWork = true
    lane.again = false
    let hasSlot = true
    const freeSlot = () => {
      if (!hasSlot) return
      hasSlot = false
      leave()
      line.atWork--
      if (line.waiting.length > 0) ready.add(endpoint)
    }
    let hasMore = false
    try {
      hasMore = await lane.step(() => {
        freeSlot()
        pump()
      })
    } finally {
      freeSlot()
      steps--
      lane.isAtWork = false
      if (hasMore || lane.again) line.waiting.push(name)
      else line.lanes.delete(name)
      makeRoom(line)
      if (line.waiting.length > 0) ready.add(endpoint)
      else tidy(endpoint, line)
      pump()
      if (steps === 0) whenIdle?.resolve()
    }
  }

  function makeRoom(line: Line): void {
    if (!line.refill || line.waiting.length > limits.mostWaiting / 4) return
    const { refill } = line
    line.refill = undefined
    refill()
  }

  return {
    add(endpoint, name, step, refill) {
      const line = lineOf(endpoint)
      const known = line.lanes.get(name)
      if (known) {
        known.step = step
        known.again = true
        return 'known'
      }
      if (line.waiting.length >= limits.mostWaiting) {
        line.refill ??= refill
        return 'full'
      }
      const lane = { step, isAtWork: false, again: false }
      line.lanes.set(name, lane)
      line.waiting.push(name)
      ready.add(endpoint)
      pump()
      return 'added'
    },
    setPace(endpoint, pace) {
      if (pace.atOnce === usual.atOnce && pace.perSecond === usual.perSecond) paces.delete(endpoint)
      else paces.set(endpoint, pace)
      const line = lines.get(endpoint)
      if (!line || (line.pace.atOnce === pace.atOnce && line.pace.perSecond === pace.perSecond)) return
      line.pace = pace
      if (line.waiting.length > 0) ready.add(endpoint)
      pump()
    },
    async idle() {
      if (steps === 0) return
      whenIdle ??= Promise.withResolvers()
      await whenIdle.promise
    },
  }
}
