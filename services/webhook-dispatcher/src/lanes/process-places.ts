/** What one process does at the same time. */
export type PlaceLimits = {
  /** Requests that take less than `slowAfterMs`. */
  overall: number
  /** Requests that take longer: they give their place to others, and above this many keep it. */
  slow: number
  slowAfterMs: number
}

/** The places of one process for requests to all endpoints. */
export type ProcessPlaces = {
  isFull(): boolean
  /** Takes a place, which the request leaves for others when it turns out to be slow. Returns how to give it back. */
  take(): () => void
}

/** `freed` is called when a slow request has left its place to others. */
export function openProcessPlaces(
  { overall, slow: maxSlow, slowAfterMs }: PlaceLimits,
  freed: () => void,
): ProcessPlaces {
  let quick = 0
  let slow = 0
  return {
    isFull: () => quick >= overall,
    take() {
      let isSlow = false
      quick++
      const timer = setTimeout(() => {
        if (slow >= maxSlow) return
        isSlow = true
        quick--
        slow++
        freed()
      }, slowAfterMs)
      timer.unref()
      return () => {
        clearTimeout(timer)
        if (isSlow) slow--
        else quick--
      }
    },
  }
}
