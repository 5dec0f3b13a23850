import type { z } from 'zod'
import type { OutboundEventType } from './outbound-event-types.ts'
import type { outboundEvents } from './outbound-events.ts'

/** What an example is about, and its data. */
export type OutboundExample<T extends OutboundEventType> = {
  key: string
  data: z.output<(typeof outboundEvents)[T]['body']>
}
