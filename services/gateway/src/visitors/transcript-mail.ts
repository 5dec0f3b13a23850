import { chat, type Message, message, policyEngine } from '@frontdesk/contracts'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { z } from 'zod'
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

/** A conversation as a mail to its visitor, as the policies let it out: other systems carry it. */
export async function transcriptMail(to: string, conversationId: string, context: GatewayContext): Promise<Mail> {
  const said = await releaseTexts(z.array(message), await readSaid(conversationId, context), (texts) =>
    context.ask(policyEngine.queries.textsRelease, { ...texts, length: 'kept' }),
  )
  const lines = said
    .filter(({ content }) => content !== '')
    .map(({ author, createdAt, content }) => {
      const at = createdAt.slice(0, 16).replace('T', ' ')
      return `${nameOf(author)}, ${at} UTC\n${content}\n`
    })
  return { to, subject: 'Your conversation', text: `${lines.join('\n')}\n` }
}
