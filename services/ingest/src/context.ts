import { type ingest, owners } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import type { config } from './config.ts'
import { contradictionChecks, contradictions, statements } from './contradictions/contradiction-document.ts'
import { bands, duplicates, fingerprints } from './duplicates/duplicate-document.ts'
import { jobItems, jobs } from './jobs/job-document.ts'
import { sourceBulks } from './sources/source-bulk-document.ts'
import { sources } from './sources/source-document.ts'
import type { State } from './state.ts'

export const collections = {
  sources,
  sourceBulks,
  jobs,
  jobItems,
  fingerprints,
  bands,
  duplicates,
  contradictions,
  contradictionChecks,
  statements,
}

/** It asks everybody: which blobs they name. */
export const asks = Object.values(owners)

/** Of the models only which one embeds: an export names it, an import keeps its vectors. */
export const uses = ['blobs', 'models'] as const

export type IngestContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof ingest,
  typeof asks,
  State
>
