import { randomUUID } from 'node:crypto'
import {
  chunk,
  chunkList,
  id,
  limits,
  type NewContent,
  pageRequest,
  recrawlEveryHours,
  ServiceError,
  source,
  sourceAdd,
  sourceDelete,
  sourceList,
  sourceRead,
  sourceReplace,
  sourceRetry,
  sourceUpdate,
  tags,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { UploadedFile } from '../receive-upload.ts'
import { type RouteInput, route, withStatus } from '../route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const
const params = z.object({ sourceId: id })
const title = z.string().trim().min(1).max(500)
const text = z.string().min(1).describe('The whole text')

const newSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('manual'), title, text, tags: tags.optional() }),
  z.strictObject({
    type: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2_048),
    maxPages: z.number().int().min(1).max(limits.pagesPerDomain).default(1),
    recrawlEveryHours: recrawlEveryHours.optional(),
    tags: tags.optional(),
  }),
])

const change = z
  .strictObject({
    text: text.optional(),
    title: title.optional(),
    tags: tags.optional(),
    metadata: z.record(z.string().min(1).max(64), z.string().max(1_000)).optional(),
    recrawlEveryHours: recrawlEveryHours.nullable().optional().describe('Of a url source; null ends it'),
  })
  .superRefine((given, { addIssue }) => {
    const names = Object.keys(given)
    if (names.length === 0) addIssue('One of text, title, tags, metadata, recrawlEveryHours is required.')
    if (names.includes('text') && names.length > 1) {
      addIssue({ code: 'custom', path: ['text'], message: 'Replace the text, or describe the source: one at a time.' })
    }
  })

/** A form says tags by repeating the field, as a JSON array, or with commas between them. */
export const formTags = z
  .union([z.string(), z.array(z.string())])
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

export const fileContent = ({ filename, ...stored }: UploadedFile): NewContent => ({
  kind: 'file',
  filename,
  ...stored,
})

async function textContent({ blobs, tenant }: GatewayContext, content: string): Promise<NewContent> {
  if (content.trim() === '') throw new ServiceError('empty_document', { detail: 'The text is empty.' })
  const blobId = `upload_${randomUUID()}`
  const { bytes, sha256 } = await blobs.put(tenant, blobId, Buffer.from(content, 'utf8'))
  return { kind: 'manual', blobId, bytes, sha256 }
}

/** Gives content to ingest; what it refuses for good leaves no blob behind. */
async function handOver<T>(context: GatewayContext, content: NewContent, ask: () => Promise<T>): Promise<T> {
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
  handOver(context, content, () => context.ask(sourceReplace, { ...params, operationId, content }))

/** Sources of knowledge. */
export const sourceRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/knowledge/sources',
    summary: 'List sources',
    query: z.strictObject(sourceList.body.shape),
    status: 200,
    reply: sourceList.reply,
    handle: ({ context, query }) => context.ask(sourceList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/knowledge/sources',
    summary: 'Add a source',
    description: 'A file as multipart/form-data, or JSON for a text or a web address. It is `Processing` at first.',
    body: newSource,
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({ title: title.optional(), tags: formTags.optional() }),
      allOrNothing: true,
    },
    status: 202,
    reply: source,
    refusals: ['empty_document', 'address_refused'],
    async handle({ context, body, operationId }) {
      const { tags } = body
      if (body.type === 'url') {
        const content = { kind: 'url', url: body.url, maxPages: body.maxPages } as const
        return context.ask(sourceAdd, { operationId, content, tags, recrawlEveryHours: body.recrawlEveryHours })
      }
      const content = await textContent(context, body.text)
      return handOver(context, content, () => context.ask(sourceAdd, { operationId, content, title: body.title, tags }))
    },
    receive: ({ context, operationId }, { files, fields }) =>
      context.ask(sourceAdd, { operationId, content: fileContent(files[0]!), ...fields }),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/knowledge/sources/:sourceId',
    summary: 'Read a source',
    params,
    status: 200,
    reply: source,
    handle: ({ context, params }) => context.ask(sourceRead, params),
  }),
  route({
    ...common,
    method: 'PUT',
    url: '/api/knowledge/sources/:sourceId',
    summary: 'Replace the content of a source, or describe it',
    description:
      'New content (a file, or JSON `text`) becomes a new version; the old one answers until the new is Ready. `title`, `tags` and `metadata` change at once.',
    params,
    body: change,
    upload: { field: 'file', maxFiles: 1, fields: z.strictObject({}), allOrNothing: true },
    status: 202,
    otherStatus: { status: 200, when: 'The description changed.' },
    reply: source,
    refusals: ['empty_document', 'conflict'],
    async handle(input) {
      const { context, params, body } = input
      const { text, ...description } = body
      if (text === undefined) return withStatus(200, await context.ask(sourceUpdate, { ...params, ...description }))
      return replaceWith(input, await textContent(context, text))
    },
    receive: (input, { files }) => replaceWith(input, fileContent(files[0]!)),
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/knowledge/sources/:sourceId',
    summary: 'Delete a source with all its versions and chunks',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(sourceDelete, params)
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/knowledge/sources/:sourceId/retry',
    summary: 'Process a Failed source again',
    params,
    status: 202,
    reply: source,
    refusals: ['conflict'],
    handle: ({ context, params }) => context.ask(sourceRetry, params),
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/knowledge/sources/:sourceId/chunks',
    summary: 'List the live chunks of a source, in their order',
    params,
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: z.object({ items: z.array(chunk), nextCursor: z.string().nullable() }),
    handle: ({ context, params, query }) => context.ask(chunkList, { ...params, ...query }),
  }),
]
