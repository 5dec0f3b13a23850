import { counterOf } from '@frontdesk/service'
import type { ChannelsContext } from '../context.ts'
import type { Outcome } from './outbound-states.ts'

type Measuring = Pick<ChannelsContext, 'health'>

const sends = {
  name: 'frontdesk_channel_sends_total',
  help: 'Requests to channel providers by outcome',
  labelNames: ['provider', 'channel', 'outcome'] as const,
}

/** Shows the counter from the start. */
export const declareSendCounter = ({ health }: Measuring): void => void counterOf(health, sends)

/** Counts a request that asked a provider to take something, by what came of it. */
export const countSend = (
  of: { provider: string; channel: string; outcome: Outcome['kind'] },
  { health }: Measuring,
): void => counterOf(health, sends).inc(of)
