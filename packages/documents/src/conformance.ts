import type { OpenDocuments } from './conformance/backend.ts'
import { countConformance } from './conformance/counts.ts'
import { outboxConformance } from './conformance/outbox.ts'
import { readConformance } from './conformance/reads.ts'
import { restoringConformance } from './conformance/restoring.ts'
import { scanConformance } from './conformance/scans.ts'
import { writeConformance } from './conformance/writes.ts'

/**
 * The specification of the port: every document store passes these unchanged. `open` connects to the same backend each
 * time; when all it gave are closed, the next one finds only what was durable.
 */
export function documentsConformance(open: OpenDocuments) {
  writeConformance(open)
  outboxConformance(open)
  readConformance(open)
  countConformance(open)
  scanConformance(open)
  restoringConformance(open)
}
