import { type Conversation, chat, limits, type Message, policyEngine, ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn } from '@frontdesk/models'
import type { CopilotContext } from '../context.ts'

/** What is read of a long conversation: so many of its newest messages. */
const maxMessages = 300
/** Together with the policies they cross the bus in one message; the oldest are left out above it. */
const maxTurns = { characters: 100_000, bytes: limits.busMessageBytes / 2 }

/** A conversation as the actions read it. */
export type ReadConversation = {
  conversation: Conversation
  /** What was said, oldest first, as it was written. At least one. */
  said: (Turn & { id: string })[]
  /** The same as the tenant's Pre-generation policies let a model see it. */
  turns: Turn[]
  /** The newest message there is, a note or not. */
  newestId: string
  /** ISO 639-1 of what the customer writes, when it can be told. */
  language: string | null
}

/**
 * Reads the newest messages of a conversation. Notes are between colleagues and stay out. Throws `not_found`, and
 * `invalid_request` when nobody has said anything yet.
 */
export async function readConversation(conversationId: string, context: CopilotContext): Promise<ReadConversation> {
  const { ask } = context
  const conversation = await ask(chat.queries.conversationRead, { conversationId })
  const newestFirst: Message[] = []
  let cursor: string | null | undefined
  while (newestFirst.length < maxMessages && cursor !== null) {
    const limit = Math.min(100, maxMessages - newestFirst.length)
    const read = await ask(chat.queries.messageList, { conversationId, limit, cursor })
    newestFirst.push(...read.items)
    cursor = read.nextCursor
  }
  const said = withinLimits(newestFirst.filter(isSpoken))
    .toReversed()
    .map(({ id, author, content }) => ({ id, role: roleOf(author.kind), content }))
  if (said.length === 0) {
    throw new ServiceError('invalid_request', { detail: 'The conversation has no messages yet.' })
  }
  const { history } = await ask(policyEngine.queries.messageScreen, {
    text: '',
    history: said.map(({ content }) => content),
  })
  const turns = said.map(({ role }, i) => ({ role, content: history[i]! }))
  const ofCustomer = said.findLast(({ role, content }) => role === 'customer' && detectLanguage(content) !== null)
  const language = conversation.language ?? (ofCustomer ? detectLanguage(ofCustomer.content) : null)
  return { conversation, said, turns, newestId: newestFirst[0]!.id, language }
}

const isSpoken = ({ kind, author, content }: Message): boolean =>
  kind === 'message' && author.kind !== 'system' && content.trim() !== ''

const roleOf = (kind: Message['author']['kind']): Turn['role'] =>
  kind === 'customer' || kind === 'ai' ? kind : 'agent'

function withinLimits(newestFirst: Message[]): Message[] {
  let characters = 0
  let bytes = 0
  const end = newestFirst.findIndex(({ content }) => {
    characters += content.length
    bytes += Buffer.byteLength(JSON.stringify(content))
    return characters > maxTurns.characters || bytes > maxTurns.bytes
  })
  return end < 0 ? newestFirst : newestFirst.slice(0, Math.max(end, 1))
}
