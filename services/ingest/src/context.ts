import {
  analyticsCopiesErase,
  channelCopiesErase,
  chatCopiesErase,
  copilotCopiesErase,
  crawlCancel,
  crawlRequested,
  deliveryCopiesErase,
  knowledgeUpdated,
  replyCopiesErase,
  sourceDeleted,
  sourceDescribed,
  sourceForget,
  versionAccepted,
  versionExtracted,
} from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { bands, duplicates, fingerprints } from './duplicates/documents.ts'
import { jobItems, jobs } from './job-document.ts'
import { sources } from './source-document.ts'

const megabytes = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

export const config = z.object({
  /** Documents that are read at the same time, each in a thread of its own. */
  EXTRACTION_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  EXTRACTION_TIME_MS: z.coerce.number().int().min(1_000).default(120_000),
  EXTRACTION_HEAP_MB: megabytes(160),
  /** Documents of 20 MB take up to 110. */
  EXTRACTION_BUFFER_MB: megabytes(192),
  EXTRACTION_INFLATED_MB: megabytes(100),
  EXTRACTION_PAGES: z.coerce.number().int().min(1).default(3_000),
  /** Of the text: 20 MB of one-byte characters fit, and a CSV whose rows name their fields. */
  EXTRACTION_CHARACTERS: z.coerce.number().int().min(1_000).default(30_000_000),
  /** Pages that are recognised at the same time, each in threads of its own; none is started before there is one. */
  OCR_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  /** An A4 page at 300 pixels an inch has 8.7 million. */
  OCR_MEGAPIXELS: z.coerce.number().positive().default(10),
  /** A picture in a file or in a PDF: an A4 page at 600 pixels an inch has 35 million. */
  OCR_PICTURE_MEGAPIXELS: z.coerce.number().positive().default(40),
  OCR_BUFFER_MB: megabytes(512),
  OCR_PAGES: z.coerce.number().int().min(1).default(200),
  OCR_PAGE_TIME_MS: z.coerce.number().int().min(1_000).default(60_000),
  /** Shorter than the ten minutes that a version's reading may take altogether. */
  OCR_TIME_MS: z.coerce.number().int().min(1_000).default(480_000),
  /** An import that nobody worked on for so long is taken up by another process. */
  IMPORT_LEASE_MS: z.coerce.number().int().min(500).default(15_000),
  /** All files of an imported ZIP together, unpacked. */
  IMPORT_INFLATED_MB: megabytes(8_192),
})
export const collections = { sources, jobs, jobItems, fingerprints, bands, duplicates }
export const publishes = {
  versionAccepted,
  crawlRequested,
  versionExtracted,
  sourceDescribed,
  sourceDeleted,
  knowledgeUpdated,
}

export const asks = {
  chatCopiesErase,
  analyticsCopiesErase,
  channelCopiesErase,
  copilotCopiesErase,
  crawlCancel,
  deliveryCopiesErase,
  replyCopiesErase,
  sourceForget,
}

/** Of the models only which one embeds: an export names it, an import keeps its vectors. */
export const uses = ['blobs', 'models'] as const

export type IngestContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof publishes,
  typeof asks
>
