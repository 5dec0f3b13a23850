import type { topicFilterConfig } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { z } from 'zod'
import { canonicalWords, readingsOf } from './canonical-words.ts'
import { areFormsOfOne, wordForms } from './word-forms.ts'

type Phrase = { topic: string; phrase: string; words: string[] }
export type TopicMatch = { topic: string; phrase: string }

/** A phrase of one word is found at the front of a compound from this length on; in Swedish from the second, at either end. */
const compoundLetters = 6
const swedishCompoundLetters = 5
/** What the rest of a compound has at least: shorter rests are endings, or chance. */
const restLetters = 3
/** Longer words are no words; phrases are looked for anywhere in them. */
const longestWord = 64
const writtenWithoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/**
 * The first topic that a text touches, or undefined. A phrase matches word by word, each in any form (English and
 * Swedish endings, Swedish compounds), whatever the case, accents, invisible characters, full-width forms, look-alike
 * letters, leetspeak and letter-by-letter spelling. Time is linear in the text.
 */
export function matchTopics(text: string, { topics }: z.output<typeof topicFilterConfig>): TopicMatch | undefined {
  const index = indexPhrases(topics)
  const { sequences, spaced } = readingsOf(text)
  let language: string | null | undefined
  const isSwedish = () => (language ??= detectLanguage(text) ?? '') === 'sv'
  for (const words of sequences) {
    for (let i = 0; i < words.length; i++) {
      const found = matchAt(words, i, index, isSwedish)
      if (found) return { topic: found.topic, phrase: found.phrase }
    }
  }
  for (const letters of spaced) {
    const found = matchAnywhere(letters, index)
    if (found) return { topic: found.topic, phrase: found.phrase }
  }
  return undefined
}

type PhraseIndex = {
  /** By each form of the first word. */
  byFirstForm: Map<string, Phrase[]>
  single: Map<string, Phrase>
  /** Each phrase's letters without spaces, and how long those are. */
  joined: Map<string, Phrase>
  joinedLengths: number[]
}

function indexPhrases(topics: z.output<typeof topicFilterConfig>['topics']): PhraseIndex {
  const byFirstForm = new Map<string, Phrase[]>()
  const single = new Map<string, Phrase>()
  const joined = new Map<string, Phrase>()
  for (const { name, phrases } of topics) {
    for (const phrase of phrases) {
      const words = canonicalWords(phrase)
      if (words.length === 0) continue
      const entry = { topic: name, phrase, words }
      for (const form of wordForms(words[0]!)) {
        const list = byFirstForm.get(form)
        if (list) list.push(entry)
        else byFirstForm.set(form, [entry])
      }
      if (words.length === 1) single.set(words[0]!, entry)
      joined.set(words.join(''), entry)
    }
  }
  return { byFirstForm, single, joined, joinedLengths: [...new Set([...joined.keys()].map((key) => key.length))] }
}

function matchAt(words: string[], at: number, index: PhraseIndex, isSwedish: () => boolean): Phrase | undefined {
  const word = words[at]!
  if (word.length > longestWord || writtenWithoutSpaces.test(word)) return matchAnywhere(word, index)
  for (const form of wordForms(word)) {
    for (const entry of index.byFirstForm.get(form) ?? []) {
      if (entry.words.every((each, i) => i === 0 || areFormsOfOne(each, words[at + i] ?? ''))) return entry
    }
  }
  for (let length = swedishCompoundLetters; length <= word.length - restLetters; length++) {
    const front = index.single.get(word.slice(0, length))
    if (front && (length >= compoundLetters || isSwedish())) return front
    const back = index.single.get(word.slice(word.length - length))
    // Not in English: "therapist", "operating".
    if (back && isSwedish()) return back
  }
  return undefined
}

function matchAnywhere(letters: string, { joined, joinedLengths }: PhraseIndex): Phrase | undefined {
  for (let start = 0; start < letters.length; start++) {
    for (const length of joinedLengths) {
      // A phrase of one or two letters would be found in anything, but for scripts that write words so.
      if (length < 3 && !writtenWithoutSpaces.test(letters[start]!)) continue
      const found = joined.get(letters.slice(start, start + length))
      if (found) return found
    }
  }
  return undefined
}
