import { openLookAhead, openSlots } from '@frontdesk/jobs'
import { openPreviews } from '@frontdesk/pictures'
import type { z } from 'zod'
import type { config } from './config.ts'
import { limitBodies } from './inbound/limit-bodies.ts'
import { limitSends } from './outbound/limit-sends.ts'
import type { OutboundDocument } from './outbound/outbound-document.ts'
import { allProviders } from './providers/index.ts'

/** What one running service has: its providers, what it holds in memory and sends at once, its threads, and where its sweep is. */
export const openState = ({ config: settings }: { config: z.output<typeof config> }) => ({
  providers: allProviders({ baseUrls: settings.CHANNEL_PROVIDER_URLS }),
  // A provider that is slow holds up the messages of its own channel, and those of no other.
  slots: openSlots({ perKey: 8, total: Number.POSITIVE_INFINITY, maxWaiting: 64 }),
  // Bodies that are blobs, while they are held whole.
  received: limitBodies(),
  processed: limitBodies(),
  // Files that agents upload, and that go out, while they are held whole.
  uploaded: limitBodies(),
  sent: limitSends(),
  previews: openPreviews(),
  sweptUntil: undefined as string | undefined,
  /** Looks for messages that a clock which was set back holds up. */
  ahead: openLookAhead<OutboundDocument>(),
})
export type State = ReturnType<typeof openState>
