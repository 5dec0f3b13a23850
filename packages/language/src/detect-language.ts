import { readScript } from './identification/read-scripts.ts'
import { scoreLanguages } from './identification/score-languages.ts'
import { tellingText } from './identification/telling-text.ts'

/** More of a text adds time and no certainty. */
const charactersRead = 4_000
/** How likely a language has to be: measured in `detect-language.test.ts`. Of a word or two, names and loans, surer. */
const minLikelihood = { ofWords: 0.95, ofSentence: 0.85 }
/** Marks of vowels and stretched letters, which few texts in Arabic letters have. */
const vowelMarks = /[\u0640\u064b-\u0652\u0670]/g
const isSentence = /\p{L}[^\p{L}]+\p{L}+[^\p{L}]+\p{L}/u

/**
 * ISO 639-1 of the language a text is written in; null when it can't be told: a word or two, numbers, names, a mixture, a
 * language that is not known. Code, addresses, quoted lines and tables do not decide.
 */
export function detectLanguage(text: string): string | null {
  const telling = tellingText(text.slice(0, charactersRead).toWellFormed().normalize('NFKC').replace(vowelMarks, ''))
  const read = readScript(telling)
  if (read === undefined) return null
  if ('language' in read) return read.language
  const [best] = [...scoreLanguages(telling, read.script)].sort((a, b) => b[1] - a[1])
  if (!best || best[0] === 'other') return null
  return best[1] >= (isSentence.test(telling) ? minLikelihood.ofSentence : minLikelihood.ofWords) ? best[0] : null
}
