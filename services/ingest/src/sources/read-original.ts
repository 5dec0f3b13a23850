import { type BodyOf, type ingest, type OriginalType, ServiceError } from '@frontdesk/contracts'
import { keptContent } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { type Format, sniffFormat } from '../extraction/sniff-format.ts'
import { findSource } from './read-sources.ts'
import { unknownVersion, versionOf } from './source-document.ts'

const contentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  text: 'text/plain',
  markdown: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
} as const satisfies Record<Format, OriginalType>

/** Where a PDF may begin, and more than what any other format is told by. */
const sniffedBytes = 1_024

/** Characters that no file name may have in some file system. */
const unsafe = /[\p{Cc}/\\:*?"<>|]/gu

/** The original of a version: where it is, what it is called, and its type by its name and its first bytes. Throws `not_found`. */
export async function readOriginal(
  { sourceId, version }: BodyOf<typeof ingest.queries.originalRead>,
  context: IngestContext,
) {
  const { body } = await findSource(sourceId, context)
  const record = versionOf(body, version)
  if (!record) throw unknownVersion()
  const { origin } = record
  if (origin.kind === 'url')
    throw new ServiceError('not_found', { detail: 'The version was made from web pages; there is no file.' })
  const { blobId, bytes } = origin
  if (origin.kind === 'manual')
    return { blobId, bytes, filename: `${body.title.replace(unsafe, '_')}.md`, contentType: contentTypes.markdown }
  return { blobId, bytes, filename: origin.filename, contentType: await typeOf(origin.filename, blobId, context) }
}

/** What the bytes are not, a version that Failed may still claim to be: then they are bytes and no more. */
async function typeOf(filename: string, blobId: string, { blobs, tenant }: IngestContext): Promise<OriginalType> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of await keptContent(blobs.stream(tenant, blobId))) {
    parts.push(part as Uint8Array)
    length += (part as Uint8Array).length
    if (length >= sniffedBytes) break
  }
  try {
    return contentTypes[sniffFormat(filename, Buffer.concat(parts))]
  } catch (error) {
    if (error instanceof ServiceError) return 'application/octet-stream'
    throw error
  }
}
