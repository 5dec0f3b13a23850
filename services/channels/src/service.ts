import { channels } from '@frontdesk/contracts'
import { defineService, dueBy } from '@frontdesk/service'
import { publicKeyOf } from './accounts/channel-secrets.ts'
import {
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  toChannel,
  updateChannel,
} from './accounts/channel-store.ts'
import { addAttachment } from './attachments/add-attachment.ts'
import { claimAttachments, keepAttachments, releaseAttachments } from './attachments/claim-attachments.ts'
import { readSharedAttachment } from './attachments/media-links.ts'
import { previewAttachment } from './attachments/preview-attachment.ts'
import { readAttachment, readAttachmentById } from './attachments/read-attachment.ts'
import { config } from './config.ts'
import { asks, collections, uses } from './context.ts'
import { sweepParts } from './inbound/collect-text-parts.ts'
import { declareRequestCounters } from './inbound/count-requests.ts'
import { failInboundRequest, processInboundRequest } from './inbound/process-inbound-request.ts'
import { receiveRequest } from './inbound/receive-request.ts'
import { requeueRequests } from './inbound/requeue-requests.ts'
import { deleteFiltered, listFiltered, readFiltered, readOriginal, restoreMail } from './mails/filtered-mails.ts'
import { purgeMails } from './mails/limit-mails.ts'
import { declareSendCounter } from './outbound/count-sends.ts'
import { outbound } from './outbound/outbound-document.ts'
import { queueMessage } from './outbound/queue-message.ts'
import { resendMessage } from './outbound/resend-message.ts'
import { resumeLanes } from './outbound/run-lanes.ts'
import { eraseCopies } from './retention/erase-copies.ts'
import { purgeInboundData } from './retention/purge-inbound-data.ts'
import { purgeOldMessages } from './retention/purge-old-messages.ts'
import { purgeUploads } from './retention/purge-uploads.ts'
import { openState } from './state.ts'
import { countMessages } from './usage/count-messages.ts'

/** Owns channels and their secrets: takes in what providers pass on, and sends answers back the way they came. */
export const channelsService = defineService({
  contracts: channels,
  config,
  uses,
  collections,
  state: (context) => {
    declareRequestCounters(context)
    declareSendCounter(context)
    return openState(context)
  },
  asks,
  handlers: {
    attachmentRead: (body, context) => readAttachment(body, context),
    attachmentPreview: (body, context) => previewAttachment(body, context),
    attachmentFind: (body, context) => readAttachmentById(body, context),
    attachmentAdd: (body, context) => addAttachment(body, context),
    attachmentsClaim: (body, context) => claimAttachments(body, context),
    attachmentsRelease: (body, context) => releaseAttachments(body, context),
    sharedAttachmentRead: (body, context) => readSharedAttachment(body, context),
    filteredEmailList: (page, context) => listFiltered(page, context),
    filteredEmailRead: ({ filteredEmailId }, context) => readFiltered(filteredEmailId, context),
    filteredEmailRestore: ({ filteredEmailId }, context) => restoreMail(filteredEmailId, context),
    async filteredEmailDelete({ filteredEmailId }, context) {
      await deleteFiltered(filteredEmailId, context)
      return {}
    },
    originalEmailRead: (of, context) => readOriginal(of, context),
    usageRead: (days, context) => countMessages(days, context),
    copiesErase: eraseCopies,
    publicKeyRead: async (_, context) => ({ publicKey: publicKeyOf(context) }),
    requestReceive: receiveRequest,
    messageResend: (body, context) => resendMessage(body, context),
    channelCreate: (body, context) => createChannel(body, context),
    channelList: (page, context) => listChannels(page, context),
    channelRead: async ({ channelId }, context) => toChannel(await getChannel(channelId, context), context),
    channelUpdate: (body, context) => updateChannel(body, context),
    channelDelete: ({ channelId }, context) => deleteChannel(channelId, context),
  },
  subscriptions: {
    channels: {
      requestAccepted: {
        limitMs: 300_000,
        handle: processInboundRequest,
        exhausted: (body, _error, context) => failInboundRequest(body, context),
      },
    },
    chat: {
      // With uploads of the visitor of a chat widget, if there are any.
      messageReceived: ({ message }, context) => keepAttachments(message, context),
      messageSent: (body, context) => queueMessage(body, context),
    },
  },
  background: {
    resumeLanes: { everyMs: 1_000, due: dueBy(outbound, 'dueAt'), run: resumeLanes },
    sweepParts: { everyMs: 5_000, run: sweepParts },
    requeueRequests: { everyMs: 60_000, run: requeueRequests },
    purgeInboundData: { everyMs: 3_600_000, run: purgeInboundData },
    purgeMails: { everyMs: 3_600_000, run: purgeMails },
    purgeUploads: { everyMs: 3_600_000, run: purgeUploads },
    purgeOldMessages: { everyMs: 3_600_000, run: purgeOldMessages },
  },
  start: async ({ state }) => ({ close: () => state.previews.close() }),
})
