import type { topicFilterConfig } from '@frontdesk/contracts'
import { plainWords, seeWords, withoutDots } from '@frontdesk/language'
import type { z } from 'zod'
import { determiners } from './common-words.ts'
import { type Language, lemmasOf, maxEndingLength, mayBecome, stemsOf } from './word-forms.ts'

export type Topics = z.output<typeof topicFilterConfig>['topics']
/** `words` are the numbers of its words, determiners left out. */
export type Phrase = { topic: string; phrase: string; words: number[] }

/** The words that a lookup found; `isSwedishOnly`: only the rules of Swedish lead there. */
export type Found = { word: number; isSwedishOnly: boolean }

/** Letters that a form of a word, or a determiner, begins with, and those that may follow. */
export type Beginning = {
  letters: string
  found: Found[]
  isDeterminer: boolean
  /** It is a determiner, or something was found. */
  isWord: boolean
  next: Map<string, Beginning | null>
}

export type PhraseIndex = {
  /** The beginning that is empty. */
  root: Beginning
  /** A beginning and one letter more; null where no word goes on so. */
  follow(beginning: Beginning, letter: string): Beginning | null
  /** By the number of the first word. */
  byFirstWord: Map<number, Phrase[]>
  /** The words that a text's word is a form of, by its letters without accents, or with them. */
  find(word: string, accents: 'ignored' | 'kept'): Found[]
  /** Phrases of one word, by its letters. */
  singleWords: Map<string, Phrase>
  /** Each phrase's letters without spaces, and by the first letter how long those are. */
  joined: Map<string, Phrase>
  joinedLengths: Map<string, number[]>
  /** Letters of the longest word in its longest form. */
  longestForm: number
}

/** From here on a phrase is also found when it is written as one word: "buyagun". */
const joinedLetters = 6

/** Lookups that are kept; bounded, for words come from customers. */
const maxKept = 50_000

/** The phrases of a Topic Filter, made ready to be looked for. */
export function indexPhrases(topics: Topics): PhraseIndex {
  const numbers = new Map<string, number>()
  const lemmas = { ignored: new Map<string, Set<number>>(), kept: new Map<string, Set<number>>() }
  const found = { ignored: new Map<string, Found[]>(), kept: new Map<string, Found[]>() }
  const stems = new Set<string>()
  const begins = new Set<string>()
  const addStem = (stem: string) => {
    stems.add(stem)
    for (let to = 1; to <= stem.length; to++) begins.add(stem.slice(0, to))
  }
  const emptyBeginning = (): Beginning => ({
    letters: '',
    found: [],
    isDeterminer: false,
    isWord: false,
    next: new Map(),
  })
  const lookUp = (word: string, accents: 'ignored' | 'kept'): Found[] => {
    const known = found[accents].get(word)
    if (known) return known
    const words = find(lemmas[accents], word)
    if (found[accents].size >= maxKept) found[accents].clear()
    found[accents].set(word, words)
    return words
  }
  let kept = 0
  const index: PhraseIndex = {
    root: emptyBeginning(),
    follow(beginning, letter) {
      const known = beginning.next.get(letter)
      if (known !== undefined) return known
      const letters = beginning.letters + letter
      let next: Beginning | null = null
      if (mayBecome(letters, { begins, stems })) {
        const found = lookUp(letters, 'ignored')
        const isDeterminer = determiners.has(letters)
        next = { letters, found, isDeterminer, isWord: found.length > 0 || isDeterminer, next: new Map() }
      }
      if (++kept > maxKept) {
        kept = 0
        index.root = emptyBeginning()
      }
      beginning.next.set(letter, next)
      return next
    },
    byFirstWord: new Map(),
    find: (word, accents) => (mayBecome(withoutDots(word), { begins, stems }) ? lookUp(word, accents) : []),
    singleWords: new Map(),
    joined: new Map(),
    joinedLengths: new Map(),
    longestForm: 0,
  }

  function numberOf(exact: string, plain: string): number {
    const known = numbers.get(exact)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(exact, number)
    index.longestForm = Math.max(index.longestForm, plain.length + maxEndingLength)
    for (const [map, word] of [
      [lemmas.ignored, plain],
      [lemmas.kept, exact],
    ] as const) {
      // The lemmas of an accented word are those that its accents tell of, as they are read without them.
      const own = map === lemmas.ignored ? [...lemmasOf(plain), ...lemmasOf(exact)] : lemmasOf(exact)
      for (const { lemma, language, isWeak } of own) {
        // A phrase is taken at its word: a chain of two weak endings leads from anything to anything.
        if (isWeak && (word.length < 4 || lemma.length <= word.length)) continue
        const key = `${language}:${map === lemmas.ignored ? withoutDots(lemma) : lemma}`
        const words = map.get(key)
        if (words) words.add(number)
        else map.set(key, new Set([number]))
      }
      for (const stem of stemsOf([word, ...own.map(({ lemma }) => lemma)])) addStem(withoutDots(stem))
    }
    return number
  }
  function add(phrase: Phrase) {
    const first = index.byFirstWord.get(phrase.words[0]!)
    if (first) first.push(phrase)
    else index.byFirstWord.set(phrase.words[0]!, [phrase])
  }

  for (const { name, phrases } of topics) {
    for (const phrase of phrases) {
      const { words } = seeWords(phrase)
      if (words.length === 0) continue
      const telling = words.filter(({ plain }) => !determiners.has(plain))
      // "The Who" is no phrase without its article.
      const kept = telling.length > 0 && telling.some(({ plain }) => plain.length > 3) ? telling : words
      const entry = { topic: name, phrase, words: kept.map(({ exact, plain }) => numberOf(exact, plain)) }
      add(entry)
      if (kept.length === 1) index.singleWords.set(kept[0]!.plain, entry)
      const joined = plainWords(phrase).join('')
      index.joined.set(joined, entry)
      if (words.length > 1 && joined.length >= joinedLetters) {
        for (const each of [words, kept]) {
          const exact = each.map((word) => word.exact).join('')
          add({ ...entry, words: [numberOf(exact, each.map(({ plain }) => plain).join(''))] })
        }
      }
    }
  }
  for (const letters of index.joined.keys()) {
    const lengths = index.joinedLengths.get(letters[0]!)
    if (!lengths) index.joinedLengths.set(letters[0]!, [letters.length])
    else if (!lengths.includes(letters.length)) lengths.push(letters.length)
  }
  for (const determiner of determiners) addStem(determiner)
  return index
}

function find(lemmas: Map<string, Set<number>>, word: string): Found[] {
  const languages = new Map<number, Set<Language>>()
  for (const { lemma, language } of lemmasOf(word)) {
    for (const number of lemmas.get(`${language}:${lemma}`) ?? []) {
      const known = languages.get(number)
      if (known) known.add(language)
      else languages.set(number, new Set([language]))
    }
  }
  return [...languages].map(([number, by]) => ({ word: number, isSwedishOnly: !by.has('en') }))
}
