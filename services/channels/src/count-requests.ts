import { Counter } from 'prom-client'
import type { ChannelsContext } from './context.ts'

type Measuring = Pick<ChannelsContext, 'health'>

/** Adds one to a counter of this process, which is made with the first. */
function count(name: string, help: string, of: Record<string, string>, { health }: Measuring): void {
  const known = health.registry.getSingleMetric(name) as Counter | undefined
  const counter = known ?? new Counter({ name, help, labelNames: Object.keys(of), registers: [health.registry] })
  counter.inc(of)
}

/**
 * Counts a provider's request by what became of it: `accepted`, `seen_before`, or why it was refused. It is all that a
 * refused one leaves. `channel` is empty where no channel was found.
 */
export const countRequest = (of: { provider: string; channel: string; verdict: string }, context: Measuring): void =>
  count('frontdesk_channel_requests_total', 'Requests of channel providers, by what became of them', of, context)

/** Counts what was accepted and is no message of a person: `auto_reply`, `bounce`, `list`, `own`, `no_sender`, `empty`. */
export const countDropped = (of: { channel: string; reason: string }, context: Measuring): void =>
  count('frontdesk_channel_dropped_total', 'What came in by channels and became no message', of, context)
