import { z } from 'zod'
import { id } from './identifiers.ts'
import { sourceType, tags } from './records.ts'
import { tablePart } from './tables.ts'

/** What a manifest of knowledge says it is. */
export const manifestFormat = 'frontdesk.knowledge'
export const manifestFormatVersion = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const time = z.iso.datetime({ offset: true })
const position = z.number().int().min(0)

/** `start` and `end` are offsets (UTF-16 code units) into the version's text. */
export const manifestChunk = z.strictObject({
  index: position,
  text: z.string().min(1).max(16_000),
  start: position,
  end: position,
  heading: z.string().max(2_000).optional(),
  headings: z.array(z.string().max(2_000)).max(1_000).optional(),
  page: z.number().int().optional(),
  tables: z.array(tablePart).max(1_000).optional(),
  embedding: z.array(z.number()).max(16_384).optional(),
})

/** A page of a site: where its text stands in the version's, and how many of the next chunks are its own. */
const manifestPart = z.strictObject({
  title: z.string(),
  url: z.string().max(2_048).optional(),
  start: position,
  end: position,
  chunks: position,
})

/** A version without its chunks. */
export const manifestVersion = z.strictObject({
  version: z.number().int().min(1).max(1_000_000_000),
  createdAt: time,
  note: z.string().max(1_000).optional(),
  sha256,
  bytes: position.optional(),
  language: z.string().max(16).nullable().optional(),
  parts: z.array(manifestPart).min(1).max(1_000).optional(),
  text: z.string().min(1),
})

/** A source without its versions. */
export const manifestSource = z.strictObject({
  id: id.regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/,
    'may contain letters, digits and _ . : -, and must begin with a letter or a digit',
  ),
  title: z.string().max(500).trim().min(1),
  source: z.string().min(1).max(2_048),
  type: sourceType,
  tags: tags.default([]),
  metadata: z.record(z.string().min(1).max(64), z.string().max(1_000)).default({}),
  createdAt: time,
  updatedAt: time,
  liveVersion: z.number().int().nullable(),
})

/** What made the vectors of the chunks. */
export const manifestEmbedding = z.object({
  model: z.string().min(1).max(200),
  dimensions: z.number().int().min(1).max(16_384),
})

/**
 * What an export had to leave out because it was not in the blob store: a version without its text or its chunks is not
 * among its source's, one without its original is.
 */
export const manifestMissing = z.object({
  sourceId: z.string(),
  title: z.string(),
  version: z.number().int(),
  parts: z.array(z.enum(['text', 'chunks', 'original'])),
})
export type ManifestMissing = z.output<typeof manifestMissing>

/** The whole, as an export writes it. */
export const manifest = z.object({
  format: z.literal(manifestFormat),
  formatVersion: z.literal(manifestFormatVersion),
  exportedAt: time,
  embedding: manifestEmbedding,
  sources: z.array(
    manifestSource.extend({ versions: z.array(manifestVersion.extend({ chunks: z.array(manifestChunk) })) }),
  ),
  missing: z.array(manifestMissing).optional(),
})
