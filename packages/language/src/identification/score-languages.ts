import { words } from '../tokens.ts'
import { loadTables } from './load-tables.ts'
import type { SharedScript } from './read-scripts.ts'
import { lettersOfLanguages, tellingAlone, wordsOfLanguages } from './words-of-languages.ts'

/**
 * What each kind of evidence weighs, in natural logarithms. Fitted by hand on one half of `testing/short-questions.txt`;
 * the other half is what `detect-language.test.ts` measures.
 */
const weights = {
  /** A word of the language's list; the longer, the less it is another's. */
  word: 1.6,
  longWord: 2.4,
  /** A word with a letter that the language does not write. */
  strangeLetter: -4,
  /** The n-gram score of 0 to 1, for the square root of how many words there are. */
  grams: 14,
  /** A word in a place where one of two near languages has it. */
  position: 2.5,
  /** Languages that few customers write, and that are near to one that many do. */
  rare: -2,
  /** No language that is told: less than this from words, and n-grams that fit none. */
  other: 0.62,
}
const rare = new Set(['af', 'az', 'be', 'ca', 'eu', 'is', 'ku', 'mk', 'ms', 'ne', 'sq', 'sr', 'tl', 'yo'])
/** Languages without a table of their own, with the one whose n-grams are the most like theirs. */
const nearest = new Map([
  ['af', 'nl'],
  ['id', 'ms'],
  ['mk', 'bg'],
  ['ne', 'hi'],
])
/** Serbian is written in two scripts, and has a table for one. */
const nearestInLatin = new Map([...nearest, ['sr', 'hr']])

/**
 * Endings and positions that part near languages: doubled consonants end words in Norwegian and never in Danish, and the
 * owner follows the noun (`pakken min`); Slovak has `-ia` where Czech has `-e`.
 */
const forms: readonly [language: string, pattern: RegExp, weight: number][] = [
  ['no', /(?:ll|tt|kk|nn|ss|mm|pp|gg)$/u, 1.5],
  ['no', /(?:sjon|sjonen|sjoner|heten|eten|asjon)$/u, 2],
  ['da', /(?:tion|tionen|tioner|heden|eden|ede)$/u, 2],
  ['sk', /(?:cia|ciu|cie|ť|iť|ať)$/u, 1.5],
  ['cs', /(?:ace|aci|ování|ět|it)$/u, 1.5],
]
/** `I` within a sentence addresses several people in Danish. */
const plural = /\p{Ll}{2} I(?![\p{L}’'])/u
const owned = /\p{L}{2}(?:en|et|a|ene|er) (?:min|mitt|mine|din|ditt|dine|deres|vår|vårt|våre)(?!\p{L})/u
/** More words add time and no certainty. */
const maxWords = 60
/** Texts up to here in bytes are read by the tables; of longer ones they read the beginning. */
const pieceCharacters = 240
const maxPieces = 4

const lettersOf = new Map(Object.entries(lettersOfLanguages).map(([language, own]) => [language, new Set(own)]))

/** The n-gram scores of a text, of 0 to 1; of a long one the mean over pieces from all of it. */
function gramScores(text: string): Map<string, number> {
  const eld = loadTables()
  const pieces = Math.min(maxPieces, Math.ceil(text.length / pieceCharacters))
  const step = pieces > 1 ? (text.length - pieceCharacters) / (pieces - 1) : 0
  const sums = new Map<string, number>()
  for (let i = 0; i < pieces; i++) {
    const at = Math.floor(i * step)
    const piece = text.slice(at, at + pieceCharacters).toWellFormed()
    for (const [language, score] of Object.entries(eld.detect(piece).getScores())) {
      sums.set(language, (sums.get(language) ?? 0) + score / pieces)
    }
  }
  return sums
}

const wordsOf = (text: string): string[] =>
  words(text)
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, maxWords)

/**
 * How well a text fits each language of a script, `other` among them, as logarithms that compare with each other, also
 * between readings of the same bytes.
 */
export function fitLanguages(
  text: string,
  script: SharedScript | { language: string },
  read = wordsOf(text),
): Map<string, number> {
  const known = typeof script === 'string' ? wordsOfLanguages[script] : new Map([[script.language, new Set<string>()]])
  const grams = gramScores(text)
  const near = script === 'Latin' ? nearestInLatin : nearest
  const logits = new Map<string, number>()
  const size = Math.sqrt(Math.min(read.length, 16))
  // As long texts give every word of theirs, what one word says is less.
  const damping = Math.min(1, 8 / Math.max(read.length, 1))
  for (const [language, list] of known) {
    const letters = lettersOf.get(language)
    const table = grams.get(near.get(language) ?? language) ?? 0
    let logit = table * weights.grams * size + (rare.has(language) ? weights.rare : 0)
    for (const word of read) {
      if (list.has(word)) logit += damping * (word.length > 3 ? weights.longWord : weights.word)
      if (letters && [...word].some((letter) => letter > '\u007f' && !letters.has(letter)))
        logit += damping * weights.strangeLetter
    }
    for (const [, pattern, weight] of forms.filter(([own]) => own === language))
      for (const word of read) if (word.length > 4 && pattern.test(word)) logit += damping * weight
    if (language === 'no' && owned.test(read.join(' '))) logit += weights.position
    if (language === 'da' && plural.test(text)) logit += weights.position
    logits.set(language, logit)
  }
  logits.set('other', weights.other * weights.grams * size)
  return logits
}

/** How likely each language of a script is, of 0 to 1, `other` among them; nothing for a word alone unless it tells. */
export function scoreLanguages(text: string, script: SharedScript): Map<string, number> {
  const read = wordsOf(text)
  if (read.length < 2) {
    const alone = tellingAlone.get(read[0] ?? '')
    return new Map(alone !== undefined && wordsOfLanguages[script].has(alone) ? [[alone, 1]] : [])
  }
  const logits = fitLanguages(text, script, read)
  const highest = Math.max(...logits.values())
  let sum = 0
  for (const logit of logits.values()) sum += Math.exp(logit - highest)
  return new Map([...logits].map(([language, logit]) => [language, Math.exp(logit - highest) / sum]))
}
