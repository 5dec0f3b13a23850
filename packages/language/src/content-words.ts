import { englishStopWords, swedishStopWords } from './stop-words.ts'
import { words } from './tokens.ts'

const stopWordsOf: Record<string, ReadonlySet<string>> = { en: englishStopWords, sv: swedishStopWords }

/**
 * The words of a text that say what it is about, in order, repeated as they occur: stop words and question words of the
 * language (ISO 639-1) are left out; those of English and Swedish when it is not given, none for any other language.
 */
export function contentWords(text: string, language?: string | null): string[] {
  if (language != null) {
    const stopWords = stopWordsOf[language]
    return stopWords ? words(text).filter((word) => !stopWords.has(word)) : words(text)
  }
  return words(text).filter((word) => !englishStopWords.has(word) && !swedishStopWords.has(word))
}
