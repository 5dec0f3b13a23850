import type { Post } from '../api/visitor-api.ts'
import { isNew } from '../chat/conversation-ids.ts'
import type { Outgoing } from './outbox.ts'

/** What is posted for a message that waits, with the page that the visitor is on if the site wants that. */
export const postOf = ({ message, conversation, clientId, attachments }: Outgoing, tellsPage: boolean): Post => ({
  message,
  clientId,
  ...(!isNew(conversation) && { conversationId: conversation }),
  ...(attachments?.length && { attachments: attachments.map(({ id }) => id) }),
  ...(tellsPage && { page: { url: location.href, title: `${document.title}`.slice(0, 300) } }),
})
