import { contentWords, splitIntoSentences } from '@frontdesk/language'
import { refersBack } from './restate-question.ts'

/** A question of fewer content words may need what stands around it: `What does it cost?` */
const minContentWords = 2

/**
 * What a message asks, without what it tells: `I bought a kettle. Whom do I write to about an invoice?` Undefined when it
 * does nothing but ask, asks nothing, or asks what only the rest makes clear.
 */
export function questionPart(message: string, language: string | null): string | undefined {
  const sentences = splitIntoSentences(message).map(({ text }) => text.trim())
  const asking = sentences.filter((each) => /[?？؟]$/.test(each))
  if (asking.length === 0 || asking.length === sentences.length) return undefined
  const part = asking.join(' ')
  return new Set(contentWords(part, language)).size >= minContentWords && !refersBack(part) ? part : undefined
}
