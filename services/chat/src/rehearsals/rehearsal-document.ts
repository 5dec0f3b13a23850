import type {
  FinishedJob,
  Rehearsal,
  RehearsalChange,
  RehearsalVerdict,
  SimulationInput,
  TriedSettings,
  TurnResult,
} from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** Which version of a source is tried; the text of one that is not stored is a blob. */
export type TriedSource =
  | { kind: 'text'; sourceId: string; blobId: string }
  | { kind: 'version'; sourceId: string; version: number }

/** What a rehearsal tries on which questions, frozen when it was accepted. None of the customers' words. */
export type RehearsalPlan = {
  /** Nothing is tried any more: the text of its source is removed, or about to be. */
  isOver?: true
  source?: TriedSource
  policies?: SimulationInput['policies']
  settings?: TriedSettings
  /** The newest first. */
  questions: { conversationId: string; messageId: string }[]
}

type Sides = { before: number; after: number }

/** The commit point of a rehearsal. Its steps are the questions: `step` is the next one. */
export type RehearsalDocument = Leased & {
  name?: string
  createdAt: string
  finishedAt?: string
  tried: Rehearsal['tried']
  /** Of the tenant's rehearsals under way each has another, from 0; no place once it ends. */
  place?: number
  step: number
  steps: number
  skipped: number
  verdicts: Record<RehearsalVerdict, number>
  outcomes: Record<keyof Rehearsal['outcomes'], Sides>
  /** The tried version of the source is in the index. */
  isIndexed?: true
  /** How it ends, once its trial is removed. */
  ending?: { state: Exclude<Rehearsal['state'], 'running'>; error?: Rehearsal['error'] }
}

/** What a question came to, written once. Its own words are read from the message, titles of sources from the sources. */
export type RehearsalResultDocument = {
  rehearsalId: string
  position: number
  conversationId: string
  messageId: string
  askedAt: string
  verdict: RehearsalVerdict
  changes: RehearsalChange[]
  before: StoredSide
  after: StoredSide
}
export type StoredSide = Omit<TurnResult, 'sources'> & { sources: { sourceId: string }[] }

export const rehearsalCollections = {
  rehearsals: collection<RehearsalDocument>('chat-rehearsals', [
    { fields: ['createdAt'] },
    { fields: ['place'], unique: true },
    { fields: ['dueAt'], acrossTenants: true },
  ]),
  rehearsalPlans: collection<RehearsalPlan>('chat-rehearsal-plans', [], {
    refersTo: ({ body: { source, isOver } }) => (source?.kind === 'text' && !isOver ? { blobs: [source.blobId] } : {}),
  }),
  rehearsalResults: collection<RehearsalResultDocument>('chat-rehearsal-results', [
    { fields: ['rehearsalId', 'position'] },
    { fields: ['rehearsalId', 'verdict', 'position'] },
    { fields: ['conversationId'] },
  ]),
}

/** How a rehearsal that is under way ends. It leaves its place to another, also while what it tried is still removed. */
export function ending(
  { place: _, ...body }: RehearsalDocument,
  how: NonNullable<RehearsalDocument['ending']>,
): RehearsalDocument {
  return { ...body, ending: how }
}

export const resultIdOf = (rehearsalId: string, position: number): string => `${rehearsalId}_${position}`

/** A rehearsal as clients read it. */
export function toRehearsal(id: string, body: RehearsalDocument): Rehearsal {
  const { name, createdAt, finishedAt, tried, step, steps, skipped, verdicts, outcomes, ending } = body
  return {
    id,
    jobId: id,
    ...(name !== undefined && { name }),
    state: ending?.state ?? 'running',
    ...(ending?.error && { error: ending.error }),
    progress: { done: step, total: steps, unit: 'questions' },
    ...{ tried, verdicts, outcomes, skipped, createdAt },
    ...(finishedAt !== undefined && { finishedAt }),
  }
}

/** The event data of a rehearsal that is over. */
export const finishedRehearsal = (id: string, body: RehearsalDocument): FinishedJob => {
  const { createdAt, step, steps, ending } = body
  const failed = ending?.state === 'failed' ? steps - step : 0
  return { job: { id, kind: 'rehearsal', state: 'finished', total: steps, done: step, failed, createdAt } }
}
