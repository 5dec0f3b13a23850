import { randomUUID } from 'node:crypto'
import {
  chat,
  encodingLabel,
  id,
  ingest,
  limits,
  type NewContent,
  oneLineName,
  pageRequest,
  recrawlEveryHours,
  ServiceError,
  source,
  sourceBulkInput,
  tags,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { UploadedFile } from '../uploads/upload.ts'
import { isBulkResult, jsonRoute, type RouteInput, uploadRoute, withStatus } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const
const params = z.object({ sourceId: id })
const title = z.string().max(500).overwrite(oneLineName).min(1)
const text = z.string().min(1).max(limits.jsonBodyBytes).describe('The whole text')

const newSource = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('manual'), title, text, tags: tags.optional() }),
    z.strictObject({
      type: z.literal('url'),
      url: z.url({ protocol: /^https?$/ }).max(2_048),
      maxPages: z.number().int().min(1).max(limits.pagesPerDomain).default(1),
      recrawlEveryHours: recrawlEveryHours.optional(),
      tags: tags.optional(),
    }),
  ])
  .meta({ id: 'SourceInput' })

const change = z
  .strictObject({
    text: text.optional(),
    title: title.optional(),
    tags: tags.optional(),
    metadata: z.record(z.string().min(1).max(64), z.string().max(1_000)).optional(),
    recrawlEveryHours: recrawlEveryHours.nullable().optional().describe('Only for url sources; null turns it off'),
  })
  .superRefine((given, { addIssue }) => {
    const names = Object.keys(given)
    if (names.length === 0) addIssue('One of text, title, tags, metadata, recrawlEveryHours is required.')
    if (names.includes('text') && names.length > 1) {
      addIssue({
        code: 'custom',
        path: ['text'],
        message: 'Replace the text, or change the other fields: not both in one request.',
      })
    }
  })

/** What a field of a form may have. */
export const fieldCharacters = 64 * 1024

/** A form says tags by repeating the field, as a JSON array, or with commas between them. */
export const formTags = z
  .union([z.string().max(fieldCharacters), z.array(z.string().max(fieldCharacters)).max(100)])
  .transform((given) =>
    [given].flat().flatMap((value) => {
      const trimmed = value.trim()
      if (!trimmed.startsWith('[')) return trimmed.split(',').flatMap((tag) => tag.trim() || [])
      try {
        return z.array(z.string()).parse(JSON.parse(trimmed))
      } catch {
        // Not a JSON array after all, so a tag that starts with a bracket.
        return [trimmed]
      }
    }),
  )
  .pipe(tags)

export const fileContent = ({ filename, ...stored }: UploadedFile, encoding?: string): NewContent => ({
  kind: 'file',
  filename,
  ...stored,
  ...(encoding !== undefined && { encoding }),
})

/** A text as a blob, for ingest to read. Throws `empty_document`. */
export async function textContent(
  { blobs, tenant }: GatewayContext,
  content: string,
): Promise<Extract<NewContent, { kind: 'manual' }>> {
  if (content.trim() === '') throw new ServiceError('empty_document', { detail: 'The text is empty.' })
  const blobId = `upload_${randomUUID()}`
  const { bytes, sha256 } = await blobs.put(tenant, blobId, Buffer.from(content, 'utf8'))
  return { kind: 'manual', blobId, bytes, sha256 }
}

/** Gives content to a service; what it refuses for good leaves no blob behind. */
export async function handOver<T>(context: GatewayContext, content: NewContent, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isFinal = error instanceof ServiceError && !error.retryable
    if (isFinal && content.kind === 'manual') await context.blobs.remove(context.tenant, content.blobId)
    throw error
  }
}

type ReplaceInput = RouteInput<z.output<typeof params>, undefined, unknown>
const replaceWith = ({ context, params, operationId }: ReplaceInput, content: NewContent) =>
  handOver(context, content, () => context.ask(ingest.queries.sourceReplace, { ...params, operationId, content }))

/** A file that becomes a source, and what can be said of it. */
const addedFile = {
  field: 'file',
  maxFiles: 1,
  fields: z.strictObject({ title: title.optional(), tags: formTags.optional(), encoding: encodingLabel.optional() }),
  allOrNothing: true,
} as const
const addFile = (
  { context, operationId }: RouteInput<unknown, unknown, undefined>,
  { files, fields: { encoding, ...fields } }: { files: UploadedFile[]; fields: any },
) => context.ask(ingest.queries.sourceAdd, { operationId, content: fileContent(files[0]!, encoding), ...fields })

/** Sources of knowledge. */
export const sourceRoutes = [
  jsonRoute('GET /api/knowledge/sources', {
    ...common,
    name: 'listSources',
    summary: 'List sources',
    query: z.strictObject(ingest.queries.sourceList.body.shape),
    reply: ingest.queries.sourceList.reply,
    handle: ({ context, query }) => context.ask(ingest.queries.sourceList, query),
  }),
  uploadRoute('POST /api/knowledge/files', {
    ...common,
    name: 'uploadFile',
    summary: 'Add a file as a source',
    description:
      'Does the same as `POST /api/knowledge/sources` with a file. Generated clients that know one content type per operation can only send files here.',
    upload: addedFile,
    status: 202,
    reply: source,
    refusals: ['empty_document'],
    receive: addFile,
  }),
  uploadRoute('POST /api/knowledge/sources', {
    ...common,
    name: 'createSource',
    summary: 'Add a source',
    description: 'A file as multipart/form-data, or JSON for a text or a web address. The new source is `Processing`.',
    body: newSource,
    upload: addedFile,
    status: 202,
    reply: source,
    refusals: ['empty_document', 'address_refused'],
    async handle({ context, body, operationId }) {
      const { tags } = body
      if (body.type === 'url') {
        const content = { kind: 'url', url: body.url, maxPages: body.maxPages } as const
        return context.ask(ingest.queries.sourceAdd, {
          operationId,
          content,
          tags,
          recrawlEveryHours: body.recrawlEveryHours,
        })
      }
      const content = await textContent(context, body.text)
      return handOver(context, content, () =>
        context.ask(ingest.queries.sourceAdd, { operationId, content, title: body.title, tags }),
      )
    },
    receive: addFile,
  }),
  jsonRoute('POST /api/knowledge/sources/bulk', {
    ...common,
    name: 'bulkUpdateSources',
    summary: 'Apply a bulk action to sources',
    description:
      'Up to 1,000 sources. Each has its own result: `ok`, or the `code` of the error. Send an `Idempotency-Key`: after an interruption the same request continues where it stopped.',
    body: sourceBulkInput,
    reply: ingest.queries.sourceBulkRun.reply,
    hasOnlyIds: isBulkResult,
    handle: ({ context, body, operationId }) => context.ask(ingest.queries.sourceBulkRun, { operationId, bulk: body }),
  }),
  jsonRoute('GET /api/knowledge/sources/:sourceId', {
    ...common,
    name: 'getSource',
    summary: 'Read a source',
    params,
    reply: source,
    handle: ({ context, params }) => context.ask(ingest.queries.sourceRead, params),
  }),
  uploadRoute('PUT /api/knowledge/sources/:sourceId', {
    ...common,
    name: 'updateSource',
    summary: 'Replace the content of a source, or change its metadata',
    description:
      'New content (a file, or JSON `text`) becomes a new version; the old version answers until the new one is Ready. `title`, `tags` and `metadata` change immediately.',
    params,
    body: change,
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({ encoding: encodingLabel.optional() }),
      allOrNothing: true,
    },
    status: 202,
    otherStatus: { status: 200, when: 'The description changed.' },
    reply: source,
    refusals: ['empty_document', 'conflict'],
    async handle(input) {
      const { context, params, body } = input
      const { text, ...description } = body
      if (text === undefined)
        return withStatus(200, await context.ask(ingest.queries.sourceUpdate, { ...params, ...description }))
      return replaceWith(input, await textContent(context, text))
    },
    receive: (input, { files, fields }) => replaceWith(input, fileContent(files[0]!, fields.encoding)),
  }),
  jsonRoute('DELETE /api/knowledge/sources/:sourceId', {
    ...common,
    name: 'deleteSource',
    summary: 'Delete a source with all its versions and chunks',
    params,
    handle: ({ context, params }) => context.ask(ingest.queries.sourceDelete, params),
  }),
  jsonRoute('POST /api/knowledge/sources/:sourceId/retry', {
    ...common,
    name: 'retrySource',
    summary: 'Retry a Failed source',
    description:
      'After `charset_unknown`, name one of the `candidates` of the error as `encoding`: the text is then read in that charset.',
    params,
    body: z.strictObject({ encoding: encodingLabel.optional() }).default({}),
    status: 202,
    reply: source,
    refusals: ['conflict'],
    handle: ({ context, params, body }) => context.ask(ingest.queries.sourceRetry, { ...params, ...body }),
  }),
  jsonRoute('GET /api/knowledge/sources/:sourceId/usage', {
    ...common,
    name: 'getSourceUsage',
    summary: 'List the answers that cite a source',
    description:
      'Newest first, each with its first quote. `cited` and `lastCitedAt` count all answers, not only those on the page. Answers whose conversation was erased no longer count.',
    params,
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.sourceUsageRead.reply,
    async handle({ context, params, query }) {
      await context.ask(ingest.queries.sourceRead, params)
      return context.ask(chat.queries.sourceUsageRead, { ...params, ...query })
    },
  }),
  jsonRoute('GET /api/knowledge/sources/:sourceId/chunks', {
    ...common,
    name: 'listSourceChunks',
    summary: 'List the live chunks of a source, in order',
    params,
    query: z.strictObject(pageRequest.shape),
    reply: ingest.queries.chunkList.reply,
    refusals: ['content_missing'],
    handle: ({ context, params, query }) => context.ask(ingest.queries.chunkList, { ...params, ...query }),
  }),
]
