import type { Message } from '@frontdesk/contracts'

/** Characters of a transcript: HubSpot takes 65,536 in a text, Zendesk 64 kB in a comment. */
const maxCharacters = 30_000
const authors = { customer: 'Customer', ai: 'AI agent', agent: 'Agent', system: 'System' } as const

/** What was said, a paragraph a message, oldest first; of a long conversation the newest part. */
export function writeTranscript(messages: Message[]): string {
  const paragraphs = messages.map(({ author, createdAt, content }) => {
    const name = author.name ? ` (${author.name})` : ''
    return `${authors[author.kind]}${name}, ${createdAt.slice(0, 16).replace('T', ' ')} UTC:\n${content}`
  })
  let from = paragraphs.length
  for (let left = maxCharacters; from > 0 && left >= paragraphs[from - 1]!.length + 2; from--)
    left -= paragraphs[from - 1]!.length + 2
  const kept =
    from === paragraphs.length
      ? paragraphs.slice(-1).map((text) => text.slice(0, maxCharacters))
      : paragraphs.slice(from)
  const left = paragraphs.length - kept.length
  return [...(left > 0 ? [`(${left} earlier messages are left out)`] : []), ...kept].join('\n\n')
}
