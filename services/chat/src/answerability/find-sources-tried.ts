import type { ChatContext } from '../context.ts'
import { readMessages } from '../conversations/list-messages.ts'

/** Messages that are looked through, newest first. */
const looksAt = 100

/** Ids of the sources that answers of this conversation cited, the latest first. */
export async function findSourcesTried(conversationId: string, context: ChatContext): Promise<string[]> {
  const { items } = await readMessages({ conversationId, limit: looksAt }, context)
  return [...new Set(items.flatMap(({ sources = [] }) => sources.map(({ sourceId }) => sourceId)))]
}
