import { channels, chat, id, type ReplyOf, ServiceError, uploadedAttachment } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { discardIfBusy } from '../uploads/receive-upload.ts'
import { admitUpload } from '../visitors/limit-visitors.ts'
import { visitorFiles, visitorFileTypes } from '../visitors/visitor-limits.ts'
import { visitorIn } from '../visitors/visitor-views.ts'
import { settingsOf } from '../widgets/widget-document.ts'
import { fileOf, shownAsTheyAre } from './attachments.ts'
import { downloadRoute, type Route, uploadRoute } from './route.ts'

const common = { access: 'visitor', tag: 'Visitors' } as const

/** Files that visitors send and get. */
export const widgetAttachmentRoutes: Route[] = [
  uploadRoute('POST /api/widget/attachments', {
    ...common,
    name: 'uploadVisitorAttachment',
    summary: 'Upload a file to send with a visitor’s message',
    description:
      'At most 10 MB each, five per message: pictures, PDF, text, CSV and DOCX, recognized by their content, not by their name. Only the visitor who uploaded it can send it, within 24 hours. JPEG, PNG and WebP pictures lose their metadata.',
    upload: {
      field: 'file',
      maxFiles: 1,
      fields: z.strictObject({}),
      extensions: 'any',
      fileBytes: () => visitorFiles.attachmentBytes,
      allOrNothing: true,
    },
    status: 201,
    reply: uploadedAttachment,
    refusals: ['empty_document', 'damaged_document', 'challenge_required'],
    async receive({ context, caller, operationId }, upload) {
      const visitor = visitorIn(caller)
      if (!settingsOf(visitor.widget.body).features.attachments)
        throw new ServiceError('forbidden', { detail: 'This widget does not accept files.' })
      const { blobId, filename } = upload.files[0]!
      const added = { operationId, blobId, filename, owner: visitor.id, types: [...visitorFileTypes] }
      return discardIfBusy(upload, context, async () => {
        await admitUpload(visitor, operationId, context)
        return context.ask(channels.queries.attachmentAdd, added)
      })
    },
  }),
  downloadRoute('GET /api/widget/attachments/:attachmentId', {
    ...common,
    name: 'downloadVisitorAttachment',
    summary: 'Download a file of the visitor’s conversations',
    description:
      'A file that the visitor uploaded or that people sent to the visitor. Types that could run in a browser are sent as application/octet-stream. With `preview=true` a small picture of a file of a conversation: WebP, at most 640 pixels wide and high, without its metadata. Previews exist for JPEG, PNG, WebP and GIF (its first picture); for other files, and before the file was sent, the answer is 415, and for pictures of more than 40 million pixels 422 (`document_too_complex`).',
    params: z.object({ attachmentId: id }),
    query: z.strictObject({ preview: z.enum(['true', 'false']).optional() }),
    downloads: ['application/octet-stream', ...shownAsTheyAre],
    refusals: ['not_found', 'unsupported_media_type', 'damaged_document', 'document_too_complex'],
    async download({ context, caller, params, query }) {
      const visitorId = visitorIn(caller).id
      const found = await context.ask(channels.queries.attachmentFind, params)
      // Whoever signed in at the site has the conversations of before, with what was uploaded then.
      if (found.owner !== visitorId) await requireShown(found, visitorId, context)
      if (query.preview !== 'true') return fileOf(found, context)
      const { conversationId } = found
      if (conversationId === undefined)
        throw new ServiceError('unsupported_media_type', { detail: 'Only files of a conversation have previews.' })
      return fileOf(await context.ask(channels.queries.attachmentPreview, { ...params, conversationId }), context)
    },
  }),
]

type Found = ReplyOf<typeof channels.queries.attachmentFind>

/** Throws `not_found` for a file that is in no conversation of the visitor, or in a note of people. */
async function requireShown(
  { conversationId, messageId }: Found,
  visitorId: string,
  context: GatewayContext,
): Promise<void> {
  if (conversationId === undefined) throw noAttachment()
  try {
    await context.ask(chat.queries.visitorConversationRead, { visitorId, conversationId })
    if (messageId === undefined) return
    const { kind } = await context.ask(chat.queries.messageRead, { conversationId, messageId })
    if (kind !== 'message') throw noAttachment()
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'not_found' ? noAttachment() : error
  }
}

const noAttachment = () => new ServiceError('not_found', { detail: 'There is no such attachment.' })
