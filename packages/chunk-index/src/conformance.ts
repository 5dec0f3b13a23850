import type { OpenChunkIndex } from './conformance/backend.ts'
import { searchingConformance } from './conformance/searching.ts'
import { writingConformance } from './conformance/writing.ts'

/** The specification of the port: every chunk index passes these unchanged. `open` connects to the same backend each time. */
export function chunkIndexConformance(open: OpenChunkIndex) {
  writingConformance(open)
  searchingConformance(open)
}
