import { detectLanguage, splitIntoSentences } from '@frontdesk/language'
import { emoji, type Lexicon, lexicons } from './lexicon.ts'

export type SentimentLabel = 'positive' | 'neutral' | 'negative' | 'frustrated'
/** `score`: how clearly the text is that, 0..1. `because`: the sentence that tells it most, when one does. */
export type Sentiment = { label: SentimentLabel; score: number; because?: string }

/** What is read of a text; a mood shows before that. */
const charactersRead = 8_000
/** From here on a text is not neutral any more. */
const feelingFrom = 1
const impatienceFrom = 3
/** A negation reaches so many words. */
const reach = 4
const stronger = 1.5
const weaker = 0.6
/** "Not good" is bad, and less so than "bad"; "not bad" is hardly praise. */
const turned = -0.75
/** What comes after "but" counts more. */
const afterTurn = 1.5

type Reader = {
  feeling(words: string[], at: number): Hit | undefined
  impatience(words: string[], at: number): Hit | undefined
  negations: Set<string>
  stronger: Set<string>
  weaker: Set<string>
  turns: Set<string>
}
type Hit = { weight: number; length: number }

const setOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

/** Looks up the longest phrase of a list that begins at a word. */
function lookup(list: Lexicon['feeling']): Reader['feeling'] {
  const exact = new Map<string, number>()
  const stems: [string, number][] = []
  let longest = 1
  for (const [weight, words] of list) {
    for (const entry of setOf(words)) {
      const phrase = entry.replaceAll('_', ' ')
      if (phrase.endsWith('*')) stems.push([phrase.slice(0, -1), weight])
      // The first weight that a word is given is the strongest one.
      else if (!exact.has(phrase)) exact.set(phrase, weight)
      longest = Math.max(longest, phrase.split(' ').length)
    }
  }
  const byStart = Map.groupBy(stems, ([stem]) => stem.slice(0, 2))
  return (words, at) => {
    for (let length = Math.min(longest, words.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length).join(' ')
      const isForm = ([stem]: [string, number]) => phrase.startsWith(stem) && stem.split(' ').length === length
      const weight = exact.get(phrase) ?? byStart.get(phrase.slice(0, 2))?.find(isForm)?.[1]
      if (weight !== undefined) return { weight, length }
    }
    return undefined
  }
}

const readerOf = (lexicon: Lexicon): Reader => ({
  feeling: lookup(lexicon.feeling),
  impatience: lookup(lexicon.impatience),
  negations: setOf(lexicon.negations),
  stronger: setOf(lexicon.stronger),
  weaker: setOf(lexicon.weaker),
  turns: setOf(lexicon.turns),
})
const readers = { en: readerOf(lexicons.en), sv: readerOf(lexicons.sv) }

/** Lower-case words and, as words of their own, commas and full stops; `can't` and `doesn't` as `cannot` and `does not`. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\b(?:can't|can not)\b/g, 'cannot')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'(?:re|m|s|ve|d|ll)\b/g, (ending) => (ending === "'ve" ? ' have' : ending === "'m" ? ' am' : ''))
    .match(/[\p{L}\p{N}]+|[,.;:!?]/gu) ?? []

const isMark = (word: string): boolean => /^[,.;:!?]$/.test(word)

/** How glad (above 0) or displeased the words are, how impatient, and how many were known. */
function readWords(words: string[], reader: Reader): { feeling: number; impatience: number; known: number } {
  let feeling = 0
  let impatience = 0
  let known = 0
  let factor = 1
  let negatedUntil = -1
  let strength = 1
  for (let at = 0; at < words.length; ) {
    const word = words[at]!
    const impatient = reader.impatience(words, at)
    const felt = reader.feeling(words, at)
    if (impatient) {
      impatience += impatient.weight
      known++
    }
    if (felt) {
      const isTurned = at <= negatedUntil
      feeling += factor * strength * felt.weight * (isTurned ? turned : 1)
      if (isTurned) negatedUntil = -1
      strength = 1
      known++
    } else if (reader.turns.has(word)) {
      known++
      feeling /= afterTurn
      factor = afterTurn
    } else if (reader.stronger.has(word)) strength = stronger
    else if (reader.weaker.has(word)) strength = weaker
    if (isMark(word)) {
      negatedUntil = -1
      strength = 1
    }
    // A phrase that was found holds its own negation.
    if (!felt && reader.negations.has(word)) {
      negatedUntil = at + reach
      known++
    }
    at += Math.max(1, felt?.length ?? 1)
  }
  return { feeling, impatience, known }
}

/** What emoji, capitals and marks say, whatever the language. */
function readForm(text: string): { feeling: number; impatience: number } {
  let feeling = 0
  let impatience = 0
  for (const character of text) {
    if (emoji.glad[1].includes(character)) feeling += emoji.glad[0]
    else if (emoji.displeased[1].includes(character)) feeling += emoji.displeased[0]
    else if (emoji.angry[1].includes(character)) {
      feeling -= emoji.angry[0]
      impatience += emoji.angry[0]
    }
  }
  // Typed by hand; a colon before a bracket is a face.
  feeling += 1.5 * (text.match(/[:;]-?[)D]/g) ?? []).length
  feeling -= 1.5 * (text.match(/:['-]?\(/g) ?? []).length
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const shouted = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length
  if (shouted >= 3 && shouted >= words.length / 2) impatience += 2
  else if (shouted > 0 && words.length > 3) impatience += 0.75
  if (/[!?]{2,}/.test(text)) impatience += 1.5
  else if (text.includes('!')) impatience += 0.5
  return { feeling, impatience }
}

/** Reads a text as English or Swedish, whichever knows more of its words. */
function read(text: string): { feeling: number; impatience: number } {
  const words = wordsOf(text)
  const form = readForm(text)
  const inEnglish = readWords(words, readers.en)
  const inSwedish = readWords(words, readers.sv)
  const isTie = inEnglish.known === inSwedish.known
  const isSwedish = isTie ? detectLanguage(text) === 'sv' : inSwedish.known > inEnglish.known
  const { feeling, impatience } = isSwedish ? inSwedish : inEnglish
  return { feeling: feeling + form.feeling, impatience: impatience + form.impatience }
}

/**
 * The mood of a customer's text in English or Swedish, by its words: general vocabulary, negations, what strengthens and
 * weakens, emoji, capitals and exclamation marks. Needs no model. Linear in the text.
 */
export function analyzeSentiment(text: string): Sentiment {
  const start = text.slice(0, charactersRead)
  const { feeling, impatience } = read(start)
  const label = labelOf(feeling, impatience)
  const score = scoreOf(label, feeling, impatience)
  const because = label === 'neutral' ? undefined : strongestSentence(start, label)
  return { label, score, ...(because && { because }) }
}

function labelOf(feeling: number, impatience: number): SentimentLabel {
  if (impatience >= impatienceFrom && feeling < feelingFrom) return 'frustrated'
  if (feeling >= feelingFrom) return 'positive'
  return feeling <= -feelingFrom ? 'negative' : 'neutral'
}

/** From .5 where the label begins to hold towards 1. */
function scoreOf(label: SentimentLabel, feeling: number, impatience: number): number {
  const beyond =
    label === 'frustrated'
      ? impatience - impatienceFrom
      : label === 'neutral'
        ? feelingFrom - Math.abs(feeling)
        : Math.abs(feeling) - feelingFrom
  return Math.round(100 * (1 - 0.5 * Math.exp(-beyond / 2))) / 100
}

function strongestSentence(text: string, label: SentimentLabel): string | undefined {
  const weigh = (sentence: string) => {
    const { feeling, impatience } = read(sentence)
    return label === 'positive' ? feeling : label === 'negative' ? -feeling : impatience - feeling / 2
  }
  return splitIntoSentences(text)
    .map((sentence) => ({ sentence: sentence.text, weight: weigh(sentence.text) }))
    .reduce<{ sentence: string; weight: number } | undefined>((a, b) => (a && a.weight >= b.weight ? a : b), undefined)
    ?.sentence
}
