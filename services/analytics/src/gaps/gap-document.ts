import type { Actor, Message } from '@frontdesk/contracts'
import { collection, type Lease } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import type { Cause } from '@frontdesk/service'

/** A question that was not answered, or hardly. Keyed by the id of its answer; the only place that keeps its words. */
export type QuestionDocument = {
  conversationId: string
  messageId: string
  text: string
  language: string | null
  at: string
  outcome: NonNullable<Message['outcome']>
  confidence?: number
  /** What people replied first. */
  reply?: string
  gapId?: string
  /** Absent once it has its gap. */
  waitingSince?: string
}
export const questions = collection<QuestionDocument>('analytics-questions', [
  { fields: ['conversationId'] },
  { fields: ['gapId', 'at'] },
  { fields: ['waitingSince'] },
  { fields: ['waitingSince'], acrossTenants: true },
  { fields: ['at'] },
  { fields: ['at'], acrossTenants: true },
])

/** An acceptance at work, step by step: each is committed, so that a crash repeats at most one. */
export type CheckDocument = {
  operationId: string
  startedAt: string
  finishedAt?: string
  /** Absent once the source is made, or when none is to be. */
  draft?: { title: string; blobId: string; bytes: number; sha256: string; replaces?: string }
  sourceId: string | null
  /** Of the source, which answers with it once it is live. */
  version?: number
  isLive: boolean
  /** Ids of answers, as in `analytics-questions`; asked in this order. */
  toAsk: string[]
  passed: string[]
  notPassed: string[]
  error?: { code: string; message: string }
  /** The request that started it, whichever process continues it. */
  cause?: Cause
}
/** What somebody wants the AI to answer. */
export type ProposalDocument = {
  by: Omit<Actor, 'name'>
  at: string
  conversationId: string
  messageId: string
  title: string
  text: string
  /** The source whose text it is to be, and the version that it was made from. */
  source?: { id: string; version: number }
}
/** A gap in what the sources say. Its words are those of its questions. */
export type GapDocument = Leased & {
  status: 'open' | 'checking' | 'closed' | 'dismissed'
  language: string | null
  count: number
  lastAskedAt: string
  closedAt?: string
  proposal?: ProposalDocument
  /** Its acceptance, which is a job. */
  check?: CheckDocument
}
export const gaps = collection<GapDocument>(
  'analytics-gaps',
  [
    { fields: ['count'] },
    { fields: ['status', 'count'] },
    { fields: ['proposal.conversationId'] },
    { fields: ['proposal.at'], acrossTenants: true },
    { fields: ['dueAt'], acrossTenants: true },
  ],
  { refersTo: ({ body: { check } }) => (check?.draft ? { blobs: [check.draft.blobId] } : {}) },
)

/**
 * The grouping of a tenant's questions, which is a job. `lease` and `leaseUntil` are of earlier releases: who was at it, until
 * when (milliseconds since 1970).
 */
export type GroupingDocument = Leased & { lease?: Lease | null; leaseUntil?: number }
export const groupings = collection<GroupingDocument>('analytics-groupings', [
  { fields: ['dueAt'], acrossTenants: true },
])
