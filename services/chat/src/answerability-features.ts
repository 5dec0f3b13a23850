import type { FoundChunk } from '@frontdesk/contracts'
import { contentWords, splitIntoSentences, words } from '@frontdesk/language'
import { amounts, answerTypeOf, holdsType } from './answer-type.ts'
import { bestLikeness, isNumber } from './match-words.ts'
import { wordingFeatureNames, wordingFeatures } from './wording-features.ts'

/** What the model of answerability looks at, each in 0..1 (see `featureNames`). */
export type Features = Record<(typeof featureNames)[number], number>

export const featureNames = [
  /** The best passage's lexical score. */
  'score',
  /** The best passage's cosine. */
  'cosine',
  /** How far the best passage's score is above that of the next other one, doubled. */
  'margin',
  /** Whether the best passage of the words is that of the vectors too. */
  'agreement',
  /** The share of the question's content words, long ones weighing more, that the best passage has. */
  'coverage',
  /** The same squared: the last words missing tell more than the first. */
  'coverageSquared',
  /** The same for the best two sentences in a row, in any of the passages. */
  'sentenceCoverage',
  /** Whether every content word is there. */
  'complete',
  /** The length of the longest content word that no passage has, over 12 letters. */
  'longestMissing',
  /** The share of the question's names (capitals inside it) and numbers that the best passage lacks. */
  'namesMissing',
  'numbersMissing',
  /** The question asks for a person, time, place or quantity, and one stands, or none stands, near the matched words. */
  'typePresent',
  'typeAbsent',
  /** Content words of the question, over 8: one word that matches says less than six. */
  'questionLength',
  ...wordingFeatureNames,
] as const

/** Passages whose sentences are read. */
const passagesRead = 5
/** A question is judged by its first words; an e-mail of a page would take long and say less. */
const questionWordsRead = 40

type Word = { word: string; weight: number; isName: boolean; isNumber: boolean }

/** Longer words are rarer: a stand-in for how much a word tells that does not depend on how much a tenant has uploaded. */
const weightOf = (word: string): number => (isNumber(word) ? 1 : Math.min(1, 0.25 + word.length / 10))

function wordsOf(question: string, language: string | undefined): Word[] {
  const content = contentWords(question, language === 'en' || language === 'sv' ? language : undefined)
  const capitals = new Set(
    [...question.matchAll(/[\p{L}\p{N},'’]\s+(\p{Lu}[\p{L}\p{N}]*)/gu)].map((match) => match[1]!.toLowerCase()),
  )
  return [...new Set(content)]
    .filter((word) => !amounts.has(word))
    .slice(0, questionWordsRead)
    .map((word) => ({
      word,
      weight: weightOf(word),
      isName: capitals.has(word),
      isNumber: isNumber(word),
    }))
}

type Passage = { held: number[]; sentences: { text: string; words: string[]; held: number[] }[] }

/** How much of each asked word a passage and its sentences hold. */
function readPassage(asked: Word[], text: string, title: string): Passage {
  const titleHeld = asked.map(({ word }) => bestLikeness(word, new Set(words(title))))
  const sentences = splitIntoSentences(text).map((sentence) => {
    const own = words(sentence.text)
    const unique = new Set(own)
    return { text: sentence.text, words: own, held: asked.map(({ word }) => bestLikeness(word, unique)) }
  })
  const held = asked.map((_, i) => sentences.reduce((best, each) => Math.max(best, each.held[i]!), titleHeld[i]!))
  return { held, sentences }
}

/** The weighted share of the asked words that is held. */
function share(asked: Word[], held: number[]): number {
  let sum = 0
  let total = 0
  asked.forEach(({ weight }, i) => {
    sum += weight * held[i]!
    total += weight
  })
  return total === 0 ? 0 : sum / total
}

/** The most of the question in two sentences in a row, and those sentences. */
function bestPair(asked: Word[], { sentences }: Passage): { share: number; text: string; words: string[] } {
  let best = { share: 0, text: '', words: [] as string[] }
  sentences.forEach((sentence, i) => {
    const next = sentences[i + 1]
    const held = next ? sentence.held.map((each, at) => Math.max(each, next.held[at]!)) : sentence.held
    const found = share(asked, held)
    if (found <= best.share) return
    best = {
      share: found,
      text: next ? `${sentence.text} ${next.text}` : sentence.text,
      words: next ? [...sentence.words, ...next.words] : sentence.words,
    }
  })
  return best
}

const missing = (asked: Word[], held: number[], which: (word: Word) => boolean): number => {
  const chosen = asked.flatMap((word, i) => (which(word) ? [held[i]!] : []))
  return chosen.length === 0 ? 0 : chosen.filter((each) => each < 0.5).length / chosen.length
}

/** The features of a question and the passages found for it, best first. All 0 without passages. */
export function answerabilityFeatures(question: string, chunks: FoundChunk[], language?: string): Features {
  const features = Object.fromEntries(featureNames.map((name) => [name, 0])) as Features
  const [top] = chunks
  if (!top) return features
  const asked = wordsOf(question, language)
  const passages = chunks.slice(0, passagesRead).map((chunk) => readPassage(asked, chunk.text, chunk.title))
  const coverages = passages.map(({ held }) => share(asked, held))
  const bestAt = coverages.indexOf(Math.max(...coverages))
  const best = passages[bestAt]!
  const pairs = passages.map((passage) => bestPair(asked, passage))
  const pair = pairs.reduce((a, b) => (b.share > a.share ? b : a))
  const heldAnywhere = asked.map((_, i) => Math.max(...passages.map(({ held }) => held[i]!)))

  const next = chunks.find((chunk) => chunk.contentId !== top.contentId || Math.abs(chunk.index - top.index) > 1)
  const byVector = chunks.reduce((a, b) => (b.vector > a.vector ? b : a))
  features.score = top.lexical
  features.cosine = top.vector
  features.margin = Math.min(1, Math.max(0, 2 * (top.lexical - (next?.lexical ?? 0))))
  features.agreement = byVector === top ? 1 : 0
  features.coverage = coverages[bestAt]!
  features.coverageSquared = features.coverage ** 2
  features.sentenceCoverage = pair.share
  features.complete = asked.length > 0 && best.held.every((each) => each >= 0.5) ? 1 : 0
  features.longestMissing = asked.reduce(
    (longest, { word }, i) => (heldAnywhere[i]! < 0.5 ? Math.max(longest, Math.min(1, word.length / 12)) : longest),
    0,
  )
  features.namesMissing = missing(asked, best.held, ({ isName }) => isName)
  features.numbersMissing = missing(asked, best.held, (word) => word.isNumber)
  const questionWords = words(question)
  const type = answerTypeOf(questionWords)
  if (type) {
    const isThere = holdsType(type, pair.text, pair.words, new Set(questionWords))
    features[isThere ? 'typePresent' : 'typeAbsent'] = 1
  }
  features.questionLength = Math.min(1, asked.length / 8)
  const single = bestSentence(asked, passages)
  const names = new Set(asked.filter(({ isName }) => isName).map(({ word }) => word))
  const about = { question: questionWords, content: asked.map(({ word }) => word), names }
  return Object.assign(features, wordingFeatures(about, pair, single, features.coverage))
}

/** The single sentence that holds most of the question. */
function bestSentence(asked: Word[], passages: Passage[]): { share: number; words: string[] } {
  let best = { share: 0, words: [] as string[] }
  for (const { sentences } of passages) {
    for (const sentence of sentences) {
      const found = share(asked, sentence.held)
      if (found > best.share) best = { share: found, words: sentence.words }
    }
  }
  return best
}
