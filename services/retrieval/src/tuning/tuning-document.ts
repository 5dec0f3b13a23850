import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'
import type { FittedWeight } from './fit-weight.ts'

/** A request to fit the weight of the vectors. Its questions go when it has ended: they may be customers' words. */
export type TuningJob = Leased & {
  createdAt: string
  model: string
  applies: boolean
  total: number
  /** Questions with the sources that answer them, those that are measured still first. */
  questions: { question: string; sourceIds: string[] }[]
  /** Of each question that is measured: the rank of its source for each weight of the grid, 0 where it is not found. */
  ranks: { atWeights: number[] }[]
  state: 'running' | 'finished'
  error?: { code: string; message: string }
}

/** What was fitted last for an embedding model, under an id made of its name. */
export type WeightDocument = {
  model: string
  /** The job that fitted it last; absent in documents of earlier versions. */
  jobId?: string
  /** Null: that of the model's settings. */
  inUse: number | null
  last: FittedWeight & { fittedAt: string; isApplied: boolean }
}

export const tuningJobs = collection<TuningJob>('retrieval-tuning-jobs', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])
export const weights = collection<WeightDocument>('retrieval-weights')
