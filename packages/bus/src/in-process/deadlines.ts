/** How late a deadline may be noticed. */
const tickMs = 10

/**
 * Deadlines of many short waits, most of which end before it. One timer looks after all of them: a timer each costs more
 * than the rest of a wait.
 */
export function deadlines() {
  const waits = new Set<{ at: number; expired: () => void }>()
  let timer: NodeJS.Timeout | undefined

  function tick() {
    const now = performance.now()
    for (const wait of waits) {
      if (wait.at > now) continue
      waits.delete(wait)
      wait.expired()
    }
    if (waits.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Calls `expired` after `ms`, at most a tick later. The answer takes it back. */
    add(ms: number, expired: () => void): () => void {
      const wait = { at: performance.now() + ms, expired }
      waits.add(wait)
      timer ??= setInterval(tick, tickMs)
      return () => void waits.delete(wait)
    },
  }
}
