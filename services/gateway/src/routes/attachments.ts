import { attachmentRead, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { route } from '../route.ts'

/** Types that a browser shows without running anything; the rest is bytes. */
const shownAsTheyAre = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain', 'text/csv'],
  ...['audio/mpeg', 'audio/ogg', 'audio/aac', 'audio/mp4', 'audio/amr', 'video/mp4', 'video/3gpp'],
])

/** Files that came with messages. */
export const attachmentRoutes = [
  route({
    access: 'conversations',
    tag: 'Conversations',
    method: 'GET',
    url: '/api/conversations/:conversationId/attachments/:attachmentId',
    summary: 'Download an attachment of a message',
    description: 'Always as a file to save, under its name; what could run in a browser comes as bytes.',
    params: z.object({ conversationId: id, attachmentId: id }),
    status: 200,
    downloads: ['application/octet-stream'],
    async download({ context, params }) {
      const { blobId, filename, contentType } = await context.ask(attachmentRead, params)
      return {
        contentType: shownAsTheyAre.has(contentType) ? contentType : 'application/octet-stream',
        filename,
        body: await context.blobs.stream(context.tenant, blobId),
      }
    },
  }),
]
