import type { CannedReply } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export type CannedReplyDocument = Omit<CannedReply, 'id'>

export const cannedReplies = collection<CannedReplyDocument>('chat-canned-replies', [{ fields: ['createdAt'] }])
