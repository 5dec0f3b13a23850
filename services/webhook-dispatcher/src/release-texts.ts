import { type AnswerSource, type Conversation, type Message, type Source, textsRelease } from '@frontdesk/contracts'
import type { DispatcherContext } from './context.ts'

/** What an outbound event says, before or after the policies: the shapes of the API. */
export type EventData = {
  conversation?: Partial<Conversation>
  message?: Message
  source?: Source
  summary?: string
  error?: { code: string; message: string }
  [field: string]: unknown
}

type Visit = (text: string) => string
/** Texts of one question to policy-engine: it takes 100, and a message on the bus 512 kB. */
const batch = { texts: 100, characters: 64_000 }

const visitConversation = (conversation: Partial<Conversation>, visit: Visit): Partial<Conversation> => ({
  ...conversation,
  ...(conversation.subject !== undefined && { subject: visit(conversation.subject) }),
  ...(conversation.escalation && {
    escalation: {
      ...conversation.escalation,
      summary: visit(conversation.escalation.summary),
      sourcesTried: conversation.escalation.sourcesTried.map(visit),
    },
  }),
})

function visitAnswerSource(source: AnswerSource, visit: Visit): AnswerSource {
  const quote = visit(source.quote)
  return { ...source, title: visit(source.title), quote, ...(quote !== source.quote && { masked: true }) }
}

const visitMessage = (message: Message, visit: Visit): Message => ({
  ...message,
  content: visit(message.content),
  ...(message.sources && { sources: message.sources.map((source) => visitAnswerSource(source, visit)) }),
})

const visitSource = (source: Source, visit: Visit): Source => ({
  ...source,
  title: visit(source.title),
  source: visit(source.source),
  tags: source.tags.map(visit),
  metadata: Object.fromEntries(Object.entries(source.metadata).map(([name, value]) => [name, visit(value)])),
  ...(source.error && { error: { ...source.error, message: visit(source.error.message) } }),
})

/** The data with `visit` applied to every text in it that people wrote, in a fixed order. */
const visitTexts = (data: EventData, visit: Visit): EventData => ({
  ...data,
  ...(data.conversation && { conversation: visitConversation(data.conversation, visit) }),
  ...(data.message && { message: visitMessage(data.message, visit) }),
  ...(data.source && { source: visitSource(data.source, visit) }),
  ...(data.summary !== undefined && { summary: visit(data.summary) }),
  ...(data.error && { error: { ...data.error, message: visit(data.error.message) } }),
})

function batchesOf(texts: string[]): string[][] {
  const batches: string[][] = [[]]
  let characters = 0
  for (const text of texts) {
    if (batches.at(-1)!.length === batch.texts || characters + text.length > batch.characters) {
      batches.push([])
      characters = 0
    }
    batches.at(-1)!.push(text)
    characters += text.length
  }
  return batches
}

/**
 * The data with every text as the tenant's policies let it out. Throws when they can't be evaluated, so that nothing
 * leaves then.
 */
export async function releaseTexts(data: EventData, { ask }: Pick<DispatcherContext, 'ask'>): Promise<EventData> {
  const texts = new Set<string>()
  visitTexts(data, (text) => {
    if (text !== '') texts.add(text)
    return text
  })
  if (texts.size === 0) return data
  const released = new Map<string, string>([['', '']])
  for (const some of batchesOf([...texts])) {
    const reply = await ask(textsRelease, { texts: some })
    for (const [i, { text }] of reply.texts.entries()) released.set(some[i]!, text)
  }
  return visitTexts(data, (text) => {
    const may = released.get(text)
    if (may === undefined) throw new Error('policy-engine answered for fewer texts than it was asked about')
    return may
  })
}
