import type { Message } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

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
  draft?: { title: string; blobId: string; bytes: number; sha256: string }
  sourceId: string | null
  isLive: boolean
  /** Ids of answers, as in `analytics-questions`; asked in this order. */
  toAsk: string[]
  passed: string[]
  notPassed: string[]
  error?: { code: string; message: string }
}
/** A gap in what the sources say. Its words are those of its questions. */
export type GapDocument = {
  status: 'open' | 'checking' | 'closed' | 'dismissed'
  language: string | null
  count: number
  lastAskedAt: string
  closedAt?: string
  check?: CheckDocument
  /** When its acceptance goes on (milliseconds since 1970). */
  dueAt?: number
}
export const gaps = collection<GapDocument>('analytics-gaps', [
  { fields: ['count'] },
  { fields: ['status', 'count'] },
  { fields: ['dueAt'], acrossTenants: true },
])

/** Who groups a tenant's questions, until when. */
export const groupings = collection<{ leaseUntil: number }>('analytics-groupings')
