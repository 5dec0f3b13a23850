import { splitIntoSentences } from '@frontdesk/language'
import type { NoteDraft, Turn } from '@frontdesk/models'
import { factsOf, untraceable } from '../facts/facts-of.ts'
import type { ReadConversation } from '../runs/read-conversation.ts'
import type { Action } from './action.ts'
import { isUnavailable } from './summarize.ts'

const headings = {
  en: {
    wants: 'The customer wants',
    tried: 'Answered or tried so far',
    open: 'Open',
    nothing: 'Nothing yet.',
    settled: 'Nothing that the conversation shows.',
    customer: 'Customer',
    agent: 'Agent',
    ai: 'AI',
    unanswered: 'No answer yet to',
    ours: 'The last word is ours; the customer has not replied to',
    escalated: 'Handed over to people',
  },
  sv: {
    wants: 'Kunden vill',
    tried: 'Besvarat eller prövat hittills',
    open: 'Öppet',
    nothing: 'Inget ännu.',
    settled: 'Inget som samtalet visar.',
    customer: 'Kund',
    agent: 'Handläggare',
    ai: 'AI',
    unanswered: 'Ännu inget svar på',
    ours: 'Sista ordet är vårt; kunden har inte svarat på',
    escalated: 'Överlämnat till människor',
  },
}
type Words = typeof headings.en

const maxWants = 2
const maxTried = 3
/** Greetings and thanks are short, and say nothing of the matter. */
const fewWords = 3

/**
 * An internal note under three headings: what the customer wants, what was tried, what is open. A model's statements stay
 * only where their numbers, names, dates and links stand in a message. Without a model the note quotes the conversation.
 */
export const draftNote: Action = {
  async write(read, { models, signal, log }) {
    const { turns, language, conversation } = read
    const words = language === 'sv' ? headings.sv : headings.en
    if (models.writesFreely) {
      try {
        const draft = await models.draftNote({ turns, ...(language && { language }) }, { signal })
        const source = factsOf(turns.map(({ content }) => content).join('\n'))
        const kept = keepTraceable(draft, (statement) => untraceable(statement, source).length === 0)
        if (kept.wants.length > 0) return { text: asText(kept, words), model: models.chat! }
        log.warn(
          { conversationId: conversation.id },
          'a note contained something that no message says; it is replaced by quotes',
        )
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ conversationId: conversation.id, err: error }, 'no note was written; it is replaced by quotes')
      }
    }
    return { text: asText(quote(read, words), words), model: 'local' }
  },
}

const keepTraceable = ({ wants, tried, open }: NoteDraft, isTraceable: (statement: string) => boolean): NoteDraft => ({
  wants: wants.filter(isTraceable),
  tried: tried.filter(isTraceable),
  open: open.filter(isTraceable),
})

function asText({ wants, tried, open }: NoteDraft, words: Words): string {
  const part = (heading: string, statements: string[], none: string) =>
    [`${heading}:`, ...(statements.length > 0 ? statements : [none]).map((statement) => `- ${statement}`)].join('\n')
  return [
    part(words.wants, wants, words.nothing),
    part(words.tried, tried, words.nothing),
    part(words.open, open, words.settled),
  ].join('\n\n')
}

/** The same three lists in the conversation's own words: the customer's questions, our answers, and whose turn it is. */
function quote({ turns, conversation }: ReadConversation, words: Words): NoteDraft {
  const byCustomer = turns.filter(({ role }) => role === 'customer')
  const asked = byCustomer.flatMap(({ content }) => sentencesOf(content).filter((text) => text.endsWith('?')))
  const told = byCustomer.flatMap(({ content }) => sentencesOf(content))
  const wants = [...new Set(asked.length > 0 ? asked : told)].slice(-maxWants)
  const tried = turns
    .filter(({ role }) => role !== 'customer')
    .flatMap(({ role, content }) =>
      sentencesOf(content)
        .slice(0, 1)
        .map((text) => `${words[role]}: “${text}”`),
    )
  const last = turns.at(-1)!
  const lastSentence = sentencesOf(last.content).at(last.role === 'customer' ? -1 : 0) ?? last.content
  const { escalation, status } = conversation
  const isOver = status === 'resolved' || status === 'closed'
  const open = isOver ? [] : [`${last.role === 'customer' ? words.unanswered : words.ours}: “${lastSentence}”`]
  if (!isOver && escalation) open.push(`${words.escalated}: ${escalation.reason}`)
  return { wants: wants.map((text) => `“${text}”`), tried: [...new Set(tried)].slice(-maxTried), open }
}

/** The sentences of a turn that say something; all of them when none does. */
function sentencesOf(content: Turn['content']): string[] {
  const sentences = splitIntoSentences(content).map(({ text }) => text.replace(/\s+/g, ' '))
  const telling = sentences.filter((text) => text.endsWith('?') || text.split(' ').length > fewWords)
  return telling.length > 0 ? telling : sentences
}
