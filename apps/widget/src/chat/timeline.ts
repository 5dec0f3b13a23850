import type { Citation, Format, Message, Part, Source } from '../api/wire.ts'
import type { Outgoing } from '../outbox/outbox.ts'

/** An answer of the AI while it is written, and until the conversation's own message takes its place. */
export type Answer = {
  messageId: string
  conversationId: string
  /** Of the message that it answers. */
  clientId: string
  text: string
  state: 'writing' | 'complete' | 'passed on' | 'blocked' | 'stopped' | 'failed'
  sources?: Source[]
  citations?: Citation[]
  format?: Format
  startedAt: number
}

/** A visitor's message that the platform has, while the conversation's own copy is still to come. */
export type Sent = Pick<Outgoing, 'clientId' | 'conversation' | 'message' | 'at' | 'attachments'>

export type TimelineItem =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'sent'; key: string; sent: Sent }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing }
  | { kind: 'answer'; key: string; answer: Answer }

/** Adds messages, or replaces them, in the order of the conversation. */
export function withMessages(known: Message[], more: Message[]): Message[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) byId.set(message.id, { ...byId.get(message.id), ...message })
  return [...byId.values()].sort((a, b) => a.sequence - b.sequence)
}

/** The answer after one more part. */
export function withPart(answer: Answer, part: Part): Answer {
  switch (part.type) {
    case 'start':
      return answer
    case 'delta':
      return { ...answer, text: answer.text + part.text }
    case 'done': {
      const { sources, citations, format } = part
      return {
        ...answer,
        state: 'complete',
        ...(sources && { sources }),
        ...(citations && { citations }),
        ...(format && { format }),
      }
    }
    case 'blocked':
      return { ...answer, state: 'blocked', text: part.message }
    case 'escalated':
      return { ...answer, state: 'passed on', text: part.reason === 'waiting' ? '' : part.message }
    case 'error':
      return part.code === 'cancelled' ? { ...answer, state: 'stopped' } : { ...answer, state: 'failed', text: '' }
  }
}

/**
 * What a conversation shows, each thing once: its messages in order; after a message the answer that is written to it; then
 * what this browser has sent or still has to send. What was sent before a message that is known stands before that one.
 */
export function timelineOf({
  messages,
  sent,
  outgoing,
  answers,
}: {
  messages: Message[]
  sent: Sent[]
  outgoing: Outgoing[]
  answers: Answer[]
}): TimelineItem[] {
  const ids = new Set(messages.map(({ id }) => id))
  const clientIds = new Set(messages.flatMap(({ clientId }) => (clientId ? [clientId] : [])))
  const open = answers.filter(({ messageId }) => !ids.has(messageId))
  const items: TimelineItem[] = []
  const addAnswersTo = (clientId: string | undefined) => {
    for (const answer of open)
      if (answer.clientId === clientId) items.push({ kind: 'answer', key: `${answer.clientId}/answer`, answer })
  }
  // An answer stays below its question, also if more was asked before it was finished. Their ids differ in the last letter.
  const questionOf = ({ id }: Message) => `${id.slice(0, -1)}q`
  const byQuestion = Map.groupBy(messages, (message) =>
    message.author.kind !== 'customer' && ids.has(questionOf(message)) ? questionOf(message) : '',
  )
  const addSent = (one: Sent) => {
    if (clientIds.has(one.clientId)) return
    clientIds.add(one.clientId)
    items.push({ kind: 'sent', key: one.clientId, sent: one })
    addAnswersTo(one.clientId)
  }
  for (const first of byQuestion.get('') ?? []) {
    const at = sent.findIndex(({ clientId }) => clientId === first.clientId)
    for (const one of sent.slice(0, Math.max(0, at))) addSent(one)
    for (const message of [first, ...(byQuestion.get(first.id) ?? [])]) {
      // The key of a visitor's message stays the same from the moment in which it is typed.
      items.push({ kind: 'message', key: message.clientId ?? message.id, message })
      if (message.clientId) addAnswersTo(message.clientId)
    }
  }
  for (const one of sent) addSent(one)
  for (const answer of open)
    if (!clientIds.has(answer.clientId)) items.push({ kind: 'answer', key: `${answer.clientId}/answer`, answer })
  for (const one of outgoing)
    if (!clientIds.has(one.clientId)) items.push({ kind: 'outgoing', key: one.clientId, outgoing: one })
  return items
}
