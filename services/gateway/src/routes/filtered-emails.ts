import { type BodyOf, channels, filteredEmail, filteredEmailLimits, id } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { type Download, downloadRoute, jsonRoute, type Route } from './route.ts'

const common = { access: 'conversations', tag: 'Channels' } as const
const params = z.object({ filteredEmailId: id })
/** Generators of clients know bytes, and not the type of e-mails: without the first they leave the reply out. */
const original = { downloads: ['application/octet-stream', 'message/rfc822'] }
const { channelId, reason, limit, cursor } = channels.queries.filteredEmailList.body.shape

/** An e-mail as it came, as a download: browsers show it to nobody. */
async function download(
  of: BodyOf<typeof channels.queries.originalEmailRead>,
  filename: string,
  context: GatewayContext,
): Promise<Download> {
  const { blobId, bytes } = await context.ask(channels.queries.originalEmailRead, of)
  const body = await context.blobs.stream(context.tenant, blobId)
  return { contentType: 'message/rfc822', filename: `${filename}.eml`, bytes, body }
}

/** E-mails that became no message, and e-mails as they came. */
export const filteredEmailRoutes: Route[] = [
  jsonRoute('GET /api/filtered-emails', {
    ...common,
    name: 'listFilteredEmails',
    summary: 'List e-mails that became no message',
    description: `Notices of absence and of reading (\`auto_reply\`), delivery reports (\`bounce\`), our own e-mails that came back (\`own\`), and e-mails without a sender (\`no_sender\`) or without any content (\`empty\`); newest first. Each channel keeps the newest ${filteredEmailLimits.count.toLocaleString('en')} with at most ${filteredEmailLimits.bytes / 1024 / 1024} MB together, for 30 days. Restored e-mails are not listed.`,
    query: z.strictObject({ limit, cursor, channelId, reason }),
    reply: channels.queries.filteredEmailList.reply,
    handle: ({ context, query }) => context.ask(channels.queries.filteredEmailList, query),
  }),
  jsonRoute('GET /api/filtered-emails/:filteredEmailId', {
    ...common,
    name: 'getFilteredEmail',
    summary: 'Read a filtered e-mail',
    params,
    reply: filteredEmail,
    handle: ({ context, params }) => context.ask(channels.queries.filteredEmailRead, params),
  }),
  jsonRoute('DELETE /api/filtered-emails/:filteredEmailId', {
    ...common,
    name: 'deleteFilteredEmail',
    summary: 'Delete a filtered e-mail',
    description: 'With its original. 404 for one that was restored: it is part of its conversation.',
    params,
    handle: async ({ context, params }) => void (await context.ask(channels.queries.filteredEmailDelete, params)),
  }),
  jsonRoute('POST /api/filtered-emails/:filteredEmailId/restore', {
    ...common,
    name: 'restoreFilteredEmail',
    summary: 'Make a message of a filtered e-mail',
    description:
      'It becomes a message of the conversation that it belongs to, or of a new one, which goes to people: neither the AI nor an automatic text answers it. A second time changes nothing and returns the same message. 409 if its channel was deleted.',
    params,
    reply: filteredEmail,
    refusals: ['conflict'],
    handle: ({ context, params }) => context.ask(channels.queries.filteredEmailRestore, params),
  }),
  downloadRoute('GET /api/filtered-emails/:filteredEmailId/original', {
    ...common,
    ...original,
    name: 'downloadFilteredEmail',
    summary: 'Download a filtered e-mail as it was received',
    params,
    refusals: ['not_found'],
    download: ({ context, params }) => download(params, params.filteredEmailId, context),
  }),
  downloadRoute('GET /api/conversations/:conversationId/messages/:messageId/original', {
    access: 'conversations',
    tag: 'Conversations',
    ...original,
    name: 'downloadOriginalEmail',
    summary: 'Download the e-mail that became a message, as it was received',
    description:
      'With its quotes, signature and headers. Originals are kept for 30 days and at most 2 GB a channel; 404 afterwards, and for messages that were not received by e-mail. If the provider delivers e-mails in parts, the parts are put together again.',
    params: z.object({ conversationId: id, messageId: id }),
    refusals: ['not_found'],
    download: ({ context, params }) => download(params, params.messageId, context),
  }),
]
