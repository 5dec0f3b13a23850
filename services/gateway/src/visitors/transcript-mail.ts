import { chat, type Message } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { Mail } from '../people/open-mailer.ts'

/** Messages that a transcript has: the newest of a very long conversation. */
const maxMessages = 500
const page = 100

const nameOf = ({ kind, name }: Message['author']): string =>
  kind === 'agent' ? (name ?? 'Support') : kind === 'customer' ? 'You' : kind === 'ai' ? 'AI agent' : 'Support'

/** What was said in a conversation, oldest first; no notes. */
async function readSaid(conversationId: string, context: GatewayContext): Promise<Message[]> {
  const said: Message[] = []
  let cursor: string | null | undefined
  do {
    const asked = { conversationId, limit: page, ...(cursor && { cursor }) }
    const read = await context.ask(chat.queries.messageList, asked)
    said.push(...read.items.filter(({ kind, content }) => kind === 'message' && content !== ''))
    cursor = read.nextCursor
  } while (cursor && said.length < maxMessages)
  return said.reverse()
}

/** A conversation as a mail to its visitor. */
export async function transcriptMail(to: string, conversationId: string, context: GatewayContext): Promise<Mail> {
  const said = await readSaid(conversationId, context)
  const lines = said.map(({ author, createdAt, content }) => {
    const at = createdAt.slice(0, 16).replace('T', ' ')
    return `${nameOf(author)}, ${at} UTC\n${content}\n`
  })
  return { to, subject: 'Your conversation', text: `${lines.join('\n')}\n` }
}
