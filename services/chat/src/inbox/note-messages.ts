import type { Message, MessagePreview } from '@frontdesk/contracts'
import { markdownToText } from '@frontdesk/markdown'
import type { ConversationDocument } from '../conversations/conversation-document.ts'

const previewCharacters = 160
/** What a preview is made of: the rest of a long message would be read for nothing. */
const charactersRead = 8 * previewCharacters

/** The beginning of a text on one line; no character is cut in half. */
function beginningOf(content: string, format: Message['format']): string {
  const start = content.slice(0, charactersRead)
  const line = (format === 'markdown' ? markdownToText(start) : start).replace(/\s+/g, ' ').trim()
  return line.slice(0, previewCharacters).replace(/[\uD800-\uDBFF]$/, '')
}

/** What a list shows of a message. */
export const previewOf = ({ id, author, content, format, createdAt, kind }: Message): MessagePreview => ({
  messageId: id,
  author,
  text: beginningOf(content, format),
  at: createdAt,
  kind,
})

/** Whether a message is an answer to the customer: of the AI, or an agent's reply. */
const isAnswer = ({ author, kind, outcome }: Message): boolean =>
  kind === 'message' &&
  (author.kind === 'agent' || (author.kind === 'ai' && (outcome === 'answered' || outcome === 'blocked')))

/**
 * Whether a list shows a message: not one that only tells the customer to wait for people, which would hide what they asked,
 * nor an answer that failed before its first word.
 */
const isSaid = ({ author, content, outcome }: Message): boolean =>
  content !== '' &&
  !(author.kind === 'system' && outcome === 'waiting') &&
  !(author.kind === 'ai' && outcome === 'escalated')

/**
 * The conversation with what a list shows of the messages that were added with the same write: the newest one, since when
 * its customer waits, and when somebody first answered. One that is resolved or closed waits for nothing.
 */
export function noteMessages(body: ConversationDocument, messages: Message[]): ConversationDocument {
  let { preview, waitingSince, firstResponseAt, customerSequence, isFirstResponseUnknown, ...rest } = body
  for (const message of messages) {
    // Written before there were these fields: all that was said so far may be the customer's, and somebody may have answered.
    if (customerSequence === undefined && message.sequence > 1) isFirstResponseUnknown = true
    customerSequence ??= message.sequence - 1
    if (isSaid(message)) preview = previewOf(message)
    // Nobody is to answer a blocked contact, or to read what it writes.
    if (message.author.kind === 'customer' && body.blocked) continue
    if (message.author.kind === 'customer') {
      waitingSince ??= message.createdAt
      customerSequence = message.sequence
    } else if (isAnswer(message)) {
      if (!isFirstResponseUnknown) firstResponseAt ??= message.createdAt
      // What was asked behind it is still to be answered.
      waitingSince = body.turns[0]?.createdAt
    }
  }
  if (body.status === 'resolved' || body.status === 'closed') waitingSince = undefined
  return {
    ...rest,
    ...(preview && { preview }),
    ...(waitingSince && { waitingSince }),
    ...(firstResponseAt && { firstResponseAt }),
    ...(customerSequence !== undefined && { customerSequence }),
    ...(isFirstResponseUnknown && { isFirstResponseUnknown }),
  }
}
