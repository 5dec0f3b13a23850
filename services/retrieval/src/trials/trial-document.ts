import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import type { Content } from '../live/live-record-document.ts'

/** A version of a source in the index that answers in a trial alone. Its contents are its own: no live record names them. */
export type TrialDocument = Leased & {
  sourceId: string
  version: number
  title: string
  url?: string
  filename?: string
  generation: string
  dimensions: number
  contents: Content[]
  /** Chunks that are in the index. */
  done: number
  state: 'indexing' | 'ready' | 'failed' | 'ending'
  error?: { code: string; message: string }
}

export const trials = collection<TrialDocument>(
  'retrieval-trials',
  [{ fields: ['sourceId'] }, { fields: ['dueAt'], acrossTenants: true }],
  {
    refersTo: ({ body: { state, contents } }) =>
      state === 'indexing' ? { blobs: contents.map(({ chunksBlobId }) => chunksBlobId) } : {},
  },
)
