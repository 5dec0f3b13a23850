import { counterOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'

type Measuring = Pick<ChannelsContext, 'health'>

const requests = {
  name: 'frontdesk_channel_requests_total',
  help: 'Requests of channel providers by verdict',
  labelNames: ['provider', 'channel', 'verdict'] as const,
}
const dropped = {
  name: 'frontdesk_channel_dropped_total',
  help: 'Received channel messages that were dropped, by reason',
  labelNames: ['channel', 'reason'] as const,
}

/** Shows the counters from the start, so that a dashboard knows them before anything is counted. */
export function declareRequestCounters({ health }: Measuring): void {
  counterOf(health, requests)
  counterOf(health, dropped)
}

/**
 * Counts a provider's request by what became of it: `accepted`, `seen_before`, or why it was refused. It is all that a
 * refused one leaves. `channel` is empty where no channel was found.
 */
export const countRequest = (of: { provider: string; channel: string; verdict: string }, { health }: Measuring): void =>
  counterOf(health, requests).inc(of)

/** Counts what was accepted and is no message of a person: `auto_reply`, `bounce`, `own`, `no_sender`, `empty`. */
export const countDropped = (of: { channel: string; reason: string }, { health }: Measuring): void =>
  counterOf(health, dropped).inc(of)
