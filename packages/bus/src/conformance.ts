import type { OpenBus } from './conformance/backend.ts'
import { eventConformance } from './conformance/events.ts'
import { keepingConformance } from './conformance/keeping.ts'
import { queryConformance } from './conformance/queries.ts'
import { redeliveryConformance } from './conformance/redelivery.ts'
import { restoringConformance } from './conformance/restoring.ts'
import { streamConformance } from './conformance/streams.ts'

/**
 * The specification of the port: every bus passes these unchanged. `open` connects to the same backend each time; when
 * every bus it gave is closed, the next one finds only what was durable.
 */
export function busConformance(open: OpenBus) {
  eventConformance(open)
  redeliveryConformance(open)
  keepingConformance(open)
  restoringConformance(open)
  queryConformance(open)
  streamConformance(open)
}
