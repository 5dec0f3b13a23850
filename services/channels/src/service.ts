import {
  attachmentRead,
  channelCopiesErase,
  channelCreate,
  channelDelete,
  channelList,
  channelRead,
  channelUpdate,
  channelUsage,
  letterboxRead,
  messageResend,
  messageSent,
  requestAccepted,
  requestReceive,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { publicKeyOf } from './channel-secrets.ts'
import { asks, collections, config, publishes, uses } from './context.ts'
import { countMessages } from './count-messages.ts'
import { eraseCopies } from './erase-copies.ts'
import { forgetWhatCameIn } from './forget-what-came-in.ts'
import { receiveRequest } from './inbound/receive-request.ts'
import { requeueRequests } from './inbound/requeue-requests.ts'
import { sweepParts } from './inbound/take-parts.ts'
import { giveUp, workOff } from './inbound/work-off-request.ts'
import { createChannel, deleteChannel, getChannel, listChannels, toChannel, updateChannel } from './keep-channels.ts'
import { forgetOldMessages } from './outbound/forget-old-messages.ts'
import { queueMessage } from './outbound/queue-message.ts'
import { resendMessage } from './outbound/resend-message.ts'
import { resumeLanes } from './outbound/run-lanes.ts'
import { readAttachment } from './read-attachment.ts'

/** Owns channels and their secrets: takes in what providers pass on, and sends answers back the way they came. */
export const channels = defineService({
  name: 'channels',
  config,
  uses,
  collections,
  publishes,
  asks,
  handles: {
    attachmentRead,
    channelUsage,
    channelCopiesErase,
    channelCreate,
    channelDelete,
    channelList,
    channelRead,
    channelUpdate,
    letterboxRead,
    messageResend,
    messageSent,
    requestAccepted,
    requestReceive,
  },
  handlers: {
    attachmentRead: (body, context) => readAttachment(body, context),
    channelUsage: (days, context) => countMessages(days, context),
    channelCopiesErase: eraseCopies,
    letterboxRead: async (_, context) => ({ publicKey: publicKeyOf(context) }),
    requestReceive: receiveRequest,
    requestAccepted: workOff,
    messageSent: (body, context) => queueMessage(body, context),
    messageResend: (body, context) => resendMessage(body, context),
    channelCreate: (body, context) => createChannel(body, context),
    channelList: (page, context) => listChannels(page, context),
    channelRead: async ({ channelId }, context) => toChannel(await getChannel(channelId, context), context),
    channelUpdate: (body, context) => updateChannel(body, context),
    async channelDelete({ channelId }, context) {
      await deleteChannel(channelId, context)
      return {}
    },
  },
  background: {
    resumeLanes: { everyMs: 1_000, run: resumeLanes },
    sweepParts: { everyMs: 5_000, run: sweepParts },
    requeueRequests: { everyMs: 60_000, run: requeueRequests },
    forgetWhatCameIn: { everyMs: 3_600_000, run: forgetWhatCameIn },
    forgetOldMessages: { everyMs: 3_600_000, run: forgetOldMessages },
  },
  delivery: { requestAccepted: { limitMs: 300_000 } },
  exhausted: { requestAccepted: (body, _error, context) => giveUp(body, context) },
})
