import { vi } from 'vitest'

/**
 * What `vi.waitFor` does unless a test says otherwise: it looks every 20 ms, and gives up after half a minute. Vitest's own
 * second is too short for a machine that does something else as well, and its 50 ms are too long for what takes 5.
 */
const defaults = { timeout: 30_000, interval: 20 }

/**
 * An asynchronous check, which asks over HTTP or in a store, is made less and less often: after half as long again each time,
 * up to this many milliseconds. On servers each goes through three processes, and takes the processor from what is waited for.
 */
const maxPauseMs = process.env.SCENARIOS === 'distributed' ? 300 : 150

const pause = globalThis.setTimeout

/** `check`, whose failures are passed on later each time. Under fake timers the test itself decides how time passes. */
function lessOften<R>(check: () => R, interval: number): () => R {
  let pauseMs = interval
  return () => {
    const result = check()
    if (!(result instanceof Promise) || vi.isFakeTimers()) return result
    return result.catch(async (error) => {
      await new Promise((resolve) => pause(resolve, pauseMs - interval))
      pauseMs = Math.max(interval, Math.min(pauseMs * 1.5, maxPauseMs))
      throw error
    }) as R
  }
}

type WaitFor = typeof vi.waitFor & { original?: typeof vi.waitFor }

// Runs before each test file, and files share a process.
const known: WaitFor = vi.waitFor
const original = known.original ?? known
const waitFor: WaitFor = (check, options = {}) => {
  const asked = { ...defaults, ...(typeof options === 'number' ? { timeout: options } : options) }
  return original(lessOften(check, asked.interval), asked)
}
waitFor.original = original
vi.waitFor = waitFor
