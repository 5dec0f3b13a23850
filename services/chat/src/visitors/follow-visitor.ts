import type { BodyOf, Change, chat, PartOf } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import { beginAfter, readChanges, readHighest } from '../conversations/change-log.ts'
import { readVisitorConversation } from './visitor-conversations.ts'
import { listenFor, toldTypes, visitorIdOf } from './visitor-feed.ts'

type Part = PartOf<typeof chat.streams.visitorFollow>

const isNote = ({ message }: Change): boolean => message !== undefined && message.kind !== 'message'

/** What a visitor is told of a change; undefined for one of another visitor, or for people alone. */
async function partOf(change: Change, visitorId: string, context: ChatContext): Promise<Part | undefined> {
  const { conversation, message, number } = change
  if (conversation?.visitor?.id !== visitorId || isNote(change)) return undefined
  const shown = await readVisitorConversation({ visitorId, conversationId: conversation.id }, context)
  return { type: 'conversation', number, conversation: shown, ...(message && { message }) }
}

/**
 * Changes of a visitor's own conversations after a number, as they come, until the reader goes away: a new message, then the
 * conversation as it is. Without a number, an agent who begins or ends to write a reply.
 */
export async function* followVisitor(
  { visitorId, after }: BodyOf<typeof chat.streams.visitorFollow>,
  context: ChatContext,
): AsyncGenerator<Part> {
  const listening = listenFor(visitorId, context)
  try {
    await listening.started
    const begin = await beginAfter(after, context)
    yield begin
    // All that comes later is heard; what came before is read, for whoever says how far they have read.
    const isResumed = begin.type === 'ready' && after !== undefined
    const upTo = isResumed ? await readHighest(context) : begin.number
    const isOwn = async ({ conversationId }: { conversationId?: string | undefined }) =>
      conversationId !== undefined && (await visitorIdOf(conversationId, context)) === visitorId
    for await (const change of readChanges({ types: toldTypes, after: begin.number, upTo }, context, isOwn)) {
      const part = await partOf(change, visitorId, context)
      if (part) yield part
    }
    const told = new Set<string>()
    for (const typing of listening.writing()) {
      told.add(`${typing.agentId} ${typing.conversationId}`)
      yield { type: 'typing', ...typing, active: true }
    }
    while (!context.signal.aborted)
      for (const news of await listening.next()) {
        if ('typing' in news) {
          const { agentId, conversationId, active } = news.typing
          // Said already, of those who were writing at the beginning.
          if (active === told.has(`${agentId} ${conversationId}`)) continue
          told[active ? 'add' : 'delete'](`${agentId} ${conversationId}`)
          yield { type: 'typing', ...news.typing }
        } else if (news.change.number > upTo) {
          const part = await partOf(news.change, visitorId, context)
          if (part) yield part
        }
      }
  } finally {
    listening.leave()
  }
}
