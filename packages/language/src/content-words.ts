import { englishStopWords, germanStopWords, swedishStopWords } from './stop-words.ts'
import { words } from './tokens.ts'

const stopWordsOf = new Map<string, ReadonlySet<string>>([
  ['en', englishStopWords],
  ['sv', swedishStopWords],
  ['de', germanStopWords],
])

/**
 * The words of a text that say what it is about, in order, repeated as they occur: stop words and question words of the
 * language (ISO 639-1) are left out, in English, Swedish and German; those of English and Swedish when it is not given, none for any other language.
 */
export function contentWords(text: string, language?: string | null): string[] {
  return words(text).filter((word) => !isStopWord(word, language))
}

/** Whether a lower-case word is left out of the content words of a language (ISO 639-1; English and Swedish when not given). */
export const isStopWord = (word: string, language?: string | null): boolean =>
  language == null
    ? englishStopWords.has(word) || swedishStopWords.has(word)
    : (stopWordsOf.get(language)?.has(word) ?? false)
