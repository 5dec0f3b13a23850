import { collection } from '@frontdesk/documents'

/** What a job is about: versions of sources. Its progress is theirs, read when somebody asks. */
export type JobDocument = {
  kind: string
  createdAt: string
  items: { source: string; sourceId: string; version: number }[]
}

export const jobs = collection<JobDocument>('ingest-jobs', [{ fields: ['createdAt'] }])
