import { type Message, messageList, messageScreen, ServiceError } from '@frontdesk/contracts'
import type { Turn } from '@frontdesk/models'
import type { CopilotContext } from './context.ts'

/** What is read of a long conversation: its newest messages, three pages of them. */
const pages = 3
/** Together with the policies they cross the bus in one message; the oldest are left out above it. */
const turnCharacters = 100_000

/**
 * The newest turns of a conversation, oldest first, as the tenant's Pre-generation policies let a model see them, and the
 * id of the newest message there is. Notes are between colleagues and stay out. Throws `invalid_request` when nobody has
 * said anything yet.
 */
export async function readTurns(
  conversationId: string,
  { ask }: CopilotContext,
): Promise<{ turns: Turn[]; newestId: string }> {
  const newestFirst: Message[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < pages && cursor !== null; page++) {
    const read = await ask(messageList, { conversationId, limit: 100, ...(cursor && { cursor }) })
    newestFirst.push(...read.items)
    cursor = read.nextCursor
  }
  const said = withinCharacters(newestFirst.filter(isSpoken)).toReversed()
  if (said.length === 0) {
    throw new ServiceError('invalid_request', { detail: 'The conversation has no messages yet.' })
  }
  const { history } = await ask(messageScreen, { text: '', history: said.map(({ content }) => content) })
  const turns = said.map(({ author }, i) => ({ role: roleOf(author.kind), content: history[i]! }))
  return { turns, newestId: newestFirst[0]!.id }
}

const isSpoken = ({ kind, author, content }: Message): boolean =>
  kind === 'message' && author.kind !== 'system' && content.trim() !== ''

const roleOf = (kind: Message['author']['kind']): Turn['role'] =>
  kind === 'customer' || kind === 'ai' ? kind : 'agent'

function withinCharacters(newestFirst: Message[]): Message[] {
  let characters = 0
  const end = newestFirst.findIndex(({ content }) => (characters += content.length) > turnCharacters)
  return end < 0 ? newestFirst : newestFirst.slice(0, Math.max(end, 1))
}
