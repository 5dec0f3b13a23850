import { Counter } from 'prom-client'
import type { ChannelsContext } from '../context.ts'
import type { Outcome } from './outbound-states.ts'

const name = 'frontdesk_channel_sends_total'
const labels = ['provider', 'channel', 'outcome'] as const

/** Counts a request that asked a provider to take something, by what came of it. */
export function countSend(
  of: { provider: string; channel: string; outcome: Outcome['kind'] },
  { health }: Pick<ChannelsContext, 'health'>,
): void {
  const known = health.registry.getSingleMetric(name) as Counter<(typeof labels)[number]> | undefined
  const counter =
    known ??
    new Counter({
      name,
      help: 'Messages given to channel providers, by whether they took them',
      labelNames: labels,
      registers: [health.registry],
    })
  counter.inc(of)
}
