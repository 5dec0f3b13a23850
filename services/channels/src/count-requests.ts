import { Counter } from 'prom-client'
import type { ChannelsContext } from './context.ts'

const name = 'frontdesk_channel_requests_total'
const labels = ['provider', 'channel', 'verdict'] as const

/**
 * Counts a provider's request by what became of it: `accepted`, `seen_before`, or why it was refused. It is all that a
 * refused one leaves. `channel` is empty where no channel was found.
 */
export function countRequest(
  of: { provider: string; channel: string; verdict: string },
  { health }: Pick<ChannelsContext, 'health'>,
): void {
  const known = health.registry.getSingleMetric(name) as Counter<(typeof labels)[number]> | undefined
  const counter =
    known ??
    new Counter({
      name,
      help: 'Requests of channel providers, by what became of them',
      labelNames: labels,
      registers: [health.registry],
    })
  counter.inc(of)
}
