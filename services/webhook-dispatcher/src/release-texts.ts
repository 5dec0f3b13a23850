import {
  type AnswerSource,
  type Citation,
  type Conversation,
  escalationReason,
  type Message,
  type Source,
  textsRelease,
} from '@frontdesk/contracts'
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

type ContactDetails = NonNullable<Conversation['contact']>

/** A masked address is none, so what is changed is left out. Their id in another system goes as it is, as ids do. */
function visitContact({ email, phone, name, externalId }: ContactDetails, visit: Visit): ContactDetails {
  const isAsItWas = (text: string | undefined): text is string => text !== undefined && visit(text) === text
  return {
    ...(isAsItWas(email) && { email }),
    ...(isAsItWas(phone) && { phone }),
    ...(isAsItWas(name) && { name }),
    ...(externalId !== undefined && { externalId }),
  }
}

/** A code of ours, or what somebody wrote who handed the conversation over. */
const visitReason = (reason: string, visit: Visit): string =>
  escalationReason.safeParse(reason).success ? reason : visit(reason)

const visitConversation = (conversation: Partial<Conversation>, visit: Visit): Partial<Conversation> => ({
  ...conversation,
  ...(conversation.subject !== undefined && { subject: visit(conversation.subject) }),
  ...(conversation.contact && { contact: visitContact(conversation.contact, visit) }),
  ...(conversation.tags && { tags: conversation.tags.map(visit) }),
  ...(conversation.escalation && {
    escalation: {
      ...conversation.escalation,
      reason: visitReason(conversation.escalation.reason, visit),
      summary: visit(conversation.escalation.summary),
      sourcesTried: conversation.escalation.sourcesTried.map(visit),
    },
  }),
})

function visitQuote<T extends AnswerSource | Citation>(of: T, visit: Visit): T {
  const quote = visit(of.quote)
  return { ...of, quote, ...(quote !== of.quote && { masked: true }) }
}

const visitAnswerSource = (source: AnswerSource, visit: Visit): AnswerSource => ({
  ...visitQuote(source, visit),
  title: visit(source.title),
})

const visitMessage = (message: Message, visit: Visit): Message => ({
  ...message,
  content: visit(message.content),
  ...(message.sources && { sources: message.sources.map((source) => visitAnswerSource(source, visit)) }),
  ...(message.citations && { citations: message.citations.map((citation) => visitQuote(citation, visit)) }),
  ...(message.attachments && {
    attachments: message.attachments.map((file) => ({ ...file, filename: visit(file.filename) })),
  }),
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
