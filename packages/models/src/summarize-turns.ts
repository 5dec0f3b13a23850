import { contentWords, splitIntoSentences } from '@frontdesk/language'
import type { SummaryRequest, Turn } from './port.ts'

const maxSentences = 3
const labels = {
  en: { customer: 'Customer', agent: 'Agent', ai: 'AI' },
  sv: { customer: 'Kund', agent: 'Handläggare', ai: 'AI' },
}

type Statement = { turn: number; order: number; role: Turn['role']; text: string; score: number }

/**
 * Two or three sentences of the conversation, word for word, in turn order, each with who said it: what the customer
 * asks at heart, what they said last, and the latest answer. Fewer when the conversation has fewer; empty for none.
 */
export function summarizeTurns({ turns, language }: SummaryRequest): string {
  const statements = statementsOf(turns)
  const byCustomer = statements.filter(({ role }) => role === 'customer')
  const byUs = statements.filter(({ role }) => role !== 'customer')
  const best = (some: Statement[]) =>
    some.reduce<Statement | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
  const latest = (some: Statement[]) => best(some.filter(({ turn }) => turn === some.at(-1)?.turn))
  const chosen = new Set([best(byCustomer), latest(byUs), latest(byCustomer)])
  // A single message still makes two sentences when it has them.
  if (turns.length === 1) chosen.add(best(statements.filter((statement) => !chosen.has(statement))))
  const inOrder = [...chosen]
    .filter((statement) => statement !== undefined)
    .slice(0, maxSentences)
    .sort((a, b) => a.turn - b.turn || a.order - b.order)
  const names = language === 'sv' ? labels.sv : labels.en
  return inOrder
    .map(({ role, turn, text }, i) => (inOrder[i - 1]?.turn === turn ? ended(text) : `${names[role]}: ${ended(text)}`))
    .join(' ')
}

/** People end a message without a full stop; the next sentence would run into it. */
const ended = (sentence: string): string => (/[\p{L}\p{N}]$/u.test(sentence) ? `${sentence}.` : sentence)

/**
 * A customer's sentences score by how often the customer uses their content words, and twice that for a question; ours
 * by how often anybody does, so that what speaks to the question wins over courtesies.
 */
function statementsOf(turns: Turn[]): Statement[] {
  const byCustomer = new Map<string, number>()
  const byAnybody = new Map<string, number>()
  const count = (frequency: Map<string, number>, word: string) => frequency.set(word, (frequency.get(word) ?? 0) + 1)
  for (const { role, content } of turns) {
    for (const word of contentWords(content)) {
      count(byAnybody, word)
      if (role === 'customer') count(byCustomer, word)
    }
  }
  return turns.flatMap(({ role, content }, turn) =>
    splitIntoSentences(content).map(({ text }, order) => {
      const words = [...new Set(contentWords(text))]
      const frequency = role === 'customer' ? byCustomer : byAnybody
      const sum = words.reduce((total, word) => total + frequency.get(word)!, 0)
      const weight = role === 'customer' && text.endsWith('?') ? 2 : 1
      // The root keeps a long sentence from winning by length alone.
      return { turn, order, role, text, score: (weight * sum) / Math.sqrt(words.length + 2) }
    }),
  )
}
