import {
  channelCopiesErase,
  channelCreate,
  channelDelete,
  channelList,
  channelRead,
  channelUpdate,
  letterboxRead,
} from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { publicKeyOf } from './channel-secrets.ts'
import { asks, collections, config, publishes, uses } from './context.ts'
import { eraseCopies } from './erase-copies.ts'
import { createChannel, deleteChannel, getChannel, listChannels, toChannel, updateChannel } from './keep-channels.ts'

/** Owns channels and their secrets: takes in what providers pass on, and sends answers back the way they came. */
export const channels = defineService({
  name: 'channels',
  config,
  uses,
  collections,
  publishes,
  asks,
  handles: { channelCopiesErase, channelCreate, channelDelete, channelList, channelRead, channelUpdate, letterboxRead },
  handlers: {
    channelCopiesErase: eraseCopies,
    letterboxRead: async (_, context) => ({ publicKey: publicKeyOf(context) }),
    channelCreate: (body, context) => createChannel(body, context),
    channelList: (page, context) => listChannels(page, context),
    channelRead: async ({ channelId }, context) => toChannel(await getChannel(channelId, context), context),
    channelUpdate: (body, context) => updateChannel(body, context),
    async channelDelete({ channelId }, context) {
      await deleteChannel(channelId, context)
      return {}
    },
  },
})
