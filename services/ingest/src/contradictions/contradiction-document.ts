import type { Chunk } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import type { ContradictionKind } from './compare-statements.ts'

/** Of a version so many chunks are read for statements. */
export const maxChunks = 2_000

/** What one source says, and where it stands. The chunk is kept so that an answer can be made of it without reading its blob. */
export type Side = {
  sourceId: string
  version: number
  /** When the first of the versions in a row was made that have this content. */
  since: string
  contentId: string
  url?: string
  chunk: Chunk
  text: string
  quote: string
  /** Of a cell. */
  value?: string
  start: number
  end: number
}

/** Two statements that contradict each other, under an id made of both sources and what they say: it is the same one when a version says it again. */
export type ContradictionDocument = {
  kind: ContradictionKind
  status: 'open' | 'dismissed' | 'resolved'
  newer: Side
  older: Side
  /** Of both. */
  sourceIds: string[]
  createdAt: string
}

/** What a source's live version was last held against the others, under the id of the source. */
export type CheckDocument = Leased & {
  /** Its number and its contents, in order: another one is to be looked at. Empty after a check that was given up. */
  contentIds: string
  /** The contents whose statements are kept in `statements`. */
  kept?: string[]
  /** Absent before statements were kept: such a source is to be checked once more. */
  format?: 1
  /** Chunks of the version, if they are more than were checked. */
  partOf?: number
}

/**
 * That a chunk states something of a subject (`key`), so that a statement finds all others of its subject by an index. Only
 * digests are kept, no words.
 */
export type StatementDocument = {
  key: string
  /** Digest of its words. */
  text: string
  sourceId: string
  contentId: string
  /** The line of the chunk in the blob of its content, from 0. */
  line: number
}

export const contradictions = collection<ContradictionDocument>('ingest-contradictions', [
  { fields: ['createdAt'] },
  { fields: ['status', 'createdAt'] },
  { fields: ['newer.sourceId'] },
  { fields: ['older.sourceId'] },
  { fields: ['newer.contentId'] },
  { fields: ['older.contentId'] },
])
export const contradictionChecks = collection<CheckDocument>('ingest-contradiction-checks', [
  { fields: ['dueAt'], acrossTenants: true },
  { fields: ['format'], acrossTenants: true },
  { fields: ['partOf'] },
])
export const statements = collection<StatementDocument>('ingest-statements', [
  { fields: ['key', 'text'] },
  { fields: ['contentId'] },
  { fields: ['sourceId'] },
])
