import {
  derivedId,
  type ErrorCode,
  encodingLabel,
  ingest,
  limits,
  type NewContent,
  ServiceError,
  tags,
} from '@frontdesk/contracts'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { RefusedFile } from '../uploads/upload.ts'
import { type RouteInput, uploadRoute } from './route.ts'
import { fileContent, formTags } from './sources.ts'

const address = z.url({ protocol: /^https?$/ }).max(2_048)

const reply = z.object({
  jobId: z.string(),
  accepted: z.array(z.object({ source: z.string(), sourceId: z.string() })),
  rejected: z.array(z.object({ source: z.string(), code: z.string(), reason: z.string() })),
})

/** Sources of one request that are added at once: each has the deadline of a question, however many wait behind it. */
const atOnce = 8

type Wanted = { source: string; content: NewContent }
type Accepted = { source: string; sourceId: string }
type Rejected = { source: string; code: ErrorCode; reason: string }

/**
 * Adds everything, then starts a job over what was taken, so that a job always comes to its end. Each source's
 * operation derives from the request's, so that a retry adds nothing twice. What ingest refuses for good is rejected;
 * anything else fails the request as a whole.
 */
async function addAll(
  { context, operationId }: RouteInput,
  wanted: Wanted[],
  rejected: Rejected[],
  tags: string[] | undefined,
): Promise<z.output<typeof reply>> {
  const inHand = pLimit(atOnce)
  const add = async ({ source, content }: Wanted, index: number): Promise<Accepted | Rejected> => {
    try {
      const added = await context.ask(ingest.queries.sourceAdd, {
        operationId: derivedId('op', operationId, index),
        content,
        tags,
      })
      return { source, sourceId: added.id }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.retryable) throw error
      if (content.kind !== 'url') await context.blobs.remove(context.tenant, content.blobId)
      return { source, code: error.code, reason: error.message }
    }
  }
  const verdicts = await Promise.all(wanted.map((each, index) => inHand(() => add(each, index))))
  const accepted = verdicts.filter((verdict) => 'sourceId' in verdict)
  const refused = verdicts.filter((verdict) => 'code' in verdict)
  const { id: jobId } = await context.ask(ingest.queries.jobStart, {
    operationId,
    kind: 'bulk-ingest',
    items: accepted,
  })
  return { jobId, accepted, rejected: [...rejected, ...refused] }
}

const rejectedFile = ({ filename, code, reason }: RefusedFile): Rejected => ({ source: filename, code, reason })

/** Many files or addresses in one request. */
export const bulkIngestRoutes = [
  uploadRoute('POST /api/knowledge/bulk-ingest', {
    access: 'knowledge',
    tag: 'Knowledge',
    name: 'bulkIngestSources',
    summary: 'Add many sources at once',
    description: `JSON \`urls\`, or multipart/form-data with up to ${limits.bulkFiles} \`files\`. Each one is accepted or rejected separately.`,
    body: z.strictObject({
      urls: z.array(z.string().max(8_192)).min(1).max(100),
      maxPages: z.number().int().min(1).max(limits.pagesPerDomain).default(1),
      tags: tags.optional(),
    }),
    upload: {
      field: 'files',
      maxFiles: limits.bulkFiles,
      fields: z.strictObject({ tags: formTags.optional(), encoding: encodingLabel.optional() }),
      allOrNothing: false,
    },
    status: 202,
    reply,
    handle(input) {
      const { urls, maxPages, tags } = input.body
      const isAddress = (url: string) => address.safeParse(url).success
      const wanted = urls
        .filter(isAddress)
        .map((url) => ({ source: url, content: { kind: 'url', url, maxPages } as const }))
      const rejected = urls
        .filter((url) => !isAddress(url))
        .map((source) => ({ source, code: 'invalid_request', reason: 'Not an http or https address.' }) as const)
      return addAll(input, wanted, rejected, tags)
    },
    receive: (input, { files, refused, fields }) =>
      addAll(
        input,
        files.map((file) => ({ source: file.filename, content: fileContent(file, fields.encoding) })),
        refused.map(rejectedFile),
        fields.tags,
      ),
  }),
]
