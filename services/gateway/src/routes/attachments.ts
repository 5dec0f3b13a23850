import { channels, id, limits, platformTenant, ServiceError, uploadedAttachment } from '@frontdesk/contracts'
import { keptContent } from '@frontdesk/service'
import { z } from 'zod'
import { fileHeaders } from '../answer/content-disposition.ts'
import type { GatewayContext } from '../context.ts'
import { discardIfBusy } from '../uploads/receive-upload.ts'
import { type Download, downloadRoute, providerRoute, type Route, uploadRoute } from './route.ts'

/** Types that a browser shows without running anything; the rest is bytes. */
export const shownAsTheyAre = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain', 'text/csv'],
  ...['audio/mpeg', 'audio/ogg', 'audio/aac', 'audio/mp4', 'audio/amr', 'video/mp4', 'video/3gpp'],
])

/** An attachment as a download: its own type where a browser may show it. */
export const fileOf = async (
  { blobId, filename, contentType }: { blobId: string; filename: string; contentType: string },
  { blobs, tenant }: GatewayContext,
): Promise<Download> => ({
  contentType: shownAsTheyAre.has(contentType) ? contentType : 'application/octet-stream',
  filename,
  body: await keptContent(blobs.stream(tenant, blobId)),
})

/** Files that came with messages, and that go out with them. */
export const attachmentRoutes: Route[] = [
  uploadRoute('POST /api/attachments', {
    access: 'conversations',
    tag: 'Conversations',
    name: 'uploadAttachment',
    summary: 'Upload a file to send with a message',
    description:
      'At most 25 MB. Name the `id` in `attachments` of a message within 24 hours; otherwise the file is deleted. The type is found from the content, not from the name. JPEG, PNG and WebP pictures lose their metadata (where and with what they were taken); other pictures that can have such metadata, such as HEIC and TIFF, are refused (415).',
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({}),
      extensions: 'any',
      fileBytes: () => limits.attachmentBytes,
      allOrNothing: true,
    },
    status: 201,
    reply: uploadedAttachment,
    refusals: ['empty_document', 'damaged_document'],
    receive({ context, operationId }, upload) {
      const { blobId, filename } = upload.files[0]!
      return discardIfBusy(upload, context, () =>
        context.ask(channels.queries.attachmentAdd, { operationId, blobId, filename }),
      )
    },
  }),
  providerRoute('GET /api/channel-media/:token', {
    access: 'provider',
    tag: 'Channels in',
    name: 'fetchChannelMedia',
    summary: 'Fetch a file of a message that is being sent',
    description:
      'For a provider that fetches files itself (Twilio): the URL is signed and valid for six hours. Wrong and expired URLs get 401.',
    params: z.object({ token: z.string().min(1).max(1_024) }),
    refusals: ['unverified'],
    otherTypes: ['application/octet-stream'],
    async take({ params, context, sender }) {
      const found = await sender.verify(async () => {
        const asked = context.forTenant(platformTenant).ask(channels.queries.sharedAttachmentRead, params)
        const file = await asked.catch((error: unknown) => {
          if (error instanceof ServiceError && error.code === 'unverified') return undefined
          throw error
        })
        return { status: file ? 200 : 401, file }
      })
      if (!found.file) return { status: 401 }
      const { tenant, blobId, filename, contentType, bytes } = found.file
      return {
        status: 200,
        contentType,
        headers: { ...fileHeaders(filename), 'content-length': String(bytes) },
        body: await keptContent(context.forTenant(tenant).blobs.stream(tenant, blobId)),
      }
    },
  }),
  downloadRoute('GET /api/conversations/:conversationId/attachments/:attachmentId', {
    access: 'conversations',
    tag: 'Conversations',
    name: 'downloadAttachment',
    summary: 'Download an attachment of a message',
    description:
      'Sent as a download with its file name. Types that could run in a browser are sent as application/octet-stream. With `preview=true` a small picture: WebP, at most 640 pixels wide and high, never larger than the original, without its metadata. Previews exist for JPEG, PNG, WebP and GIF (its first picture); for other files the answer is 415, and for pictures of more than 40 million pixels 422 (`document_too_complex`).',
    params: z.object({ conversationId: id, attachmentId: id }),
    query: z.strictObject({ preview: z.enum(['true', 'false']).optional() }),
    downloads: ['application/octet-stream', ...shownAsTheyAre],
    refusals: ['unsupported_media_type', 'damaged_document', 'document_too_complex', 'content_missing'],
    async download({ context, params, query }) {
      const read = query.preview === 'true' ? channels.queries.attachmentPreview : channels.queries.attachmentRead
      return fileOf(await context.ask(read, params), context)
    },
  }),
]
