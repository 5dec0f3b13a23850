import { ServiceError } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'

/** Streams that are counted together: of a visitor, or of a network. */
type Group = { of: string; atMost: number }

/**
 * Counts a stream into its groups. One under the same key takes the place of the one before; throws `rate_limited` where a
 * group is full.
 */
export function enterStream(
  key: string,
  groups: Group[],
  { state: { visitorStreams } }: GatewayContext,
): { replaced: AbortSignal; leave(): void } {
  for (const { of, atMost } of groups) {
    const open = visitorStreams.get(of)
    if (open && open.size >= atMost && !open.has(key))
      throw new ServiceError('rate_limited', { detail: 'Too many streams are open already.', retryAfterSeconds: 30 })
  }
  const controller = new AbortController()
  for (const { of } of groups) {
    const open = visitorStreams.get(of) ?? new Map<string, AbortController>()
    open.get(key)?.abort(new ServiceError('conflict', { detail: 'Another stream of this browser has started.' }))
    open.set(key, controller)
    visitorStreams.set(of, open)
  }
  return {
    replaced: controller.signal,
    leave() {
      for (const { of } of groups) {
        const open = visitorStreams.get(of)
        if (open?.get(key) === controller) open.delete(key)
        if (open?.size === 0) visitorStreams.delete(of)
      }
    },
  }
}
