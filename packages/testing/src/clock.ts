/** A span of time; its parts are added up. */
export type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }

/** The clock of an embedded Frontdesk. It runs like the machine's clock, and a test can move it forward. */
export type TestClock = {
  /** Milliseconds since 1970, in Frontdesk's time: pass it to `verifyWebhook` as `now` after an `advance`. */
  now(): number
  /**
   * Moves the clock forward, as if the machine had slept. It waits for work in progress, moves the time, and resolves when
   * everything that became due has run, with the resulting events, webhooks and jobs. Work that is due several times in the
   * span runs once; work that fails again waits from the new time on. `every` moves in steps, each like a separate call.
   * Throws on servers, and if work is still running after 30 s.
   */
  advance(by: Duration, options?: { every?: Duration }): Promise<void>
}

const lengths: Record<keyof Duration, number> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
  milliseconds: 1,
}

function millisecondsOf(duration: Duration): number {
  let total = 0
  for (const [unit, count] of Object.entries(duration)) {
    if (!Object.hasOwn(lengths, unit))
      throw new TypeError(`a duration has no ${unit}: ${Object.keys(lengths).join(', ')}`)
    total += Number(count) * lengths[unit as keyof Duration]
  }
  if (!(total > 0) || !Number.isFinite(total)) throw new RangeError('the clock can only move forward, by more than 0')
  return total
}

/** The clock of a running Frontdesk. */
export function openTestClock(platform: { now(): number; advance(ms: number): Promise<void> }): TestClock {
  return {
    now: () => platform.now(),
    async advance(by, { every } = {}) {
      const total = millisecondsOf(by)
      const step = every ? millisecondsOf(every) : total
      for (let left = total; left > 0; left -= step) await platform.advance(Math.min(step, left))
    },
  }
}
