import { chat, ServiceError } from '@frontdesk/contracts'
import { removeOld, type Stored } from '@frontdesk/documents'
import type { AttachmentDocument } from '../attachments/attachment-document.ts'
import { keepAttachments } from '../attachments/claim-attachments.ts'
import { removeBlobs } from '../attachments/remove-blobs.ts'
import type { ChannelsContext } from '../context.ts'

/** After this long nobody takes one that is over for one that is not, whatever the clocks of processes say. */
const graceMs = 3_600_000

/** Whether there is the message that took an upload: then it only was not told of, and its files stay. */
async function isSent({ tenant, id, body }: Stored<AttachmentDocument>, context: ChannelsContext): Promise<boolean> {
  const { conversationId, messageId } = body
  if (conversationId === undefined || messageId === undefined) return false
  const own = context.forTenant(tenant)
  try {
    const message = await own.ask(chat.queries.messageRead, { conversationId, messageId })
    if (!message.attachments?.some((each) => each.id === id)) return false
    await keepAttachments(message, own)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return false
    throw error
  }
}

/** Removes uploads that no message took in time. Those of a message stay for the next time while chat can't be asked. */
export async function purgeUploads(context: ChannelsContext): Promise<void> {
  const { collections, clock, signal } = context
  const before = new Date(clock.now() - graceMs).toISOString()
  const remove = async (stored: Stored<AttachmentDocument>) => {
    if (await isSent(stored, context)) return
    await removeBlobs(stored, context)
    await collections.attachments.remove(stored.tenant, stored.id)
  }
  await removeOld(collections.attachments, { field: 'expiresAt', before, remove }, signal)
}
