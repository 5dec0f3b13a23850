import { detectLanguage, gramTokens, isQuestionWord, isStopWord, stemToken, words } from '@frontdesk/language'
import { ranking } from './constants.ts'

/** A token that is asked for. */
export type AskedToken = {
  token: string
  /** What it counts for beside others: of its view, and less for a stop word. */
  share: number
  /** Documents are asked for it too: it comes from a word that is no stop word. */
  isTelling: boolean
}

/** A question as it is asked of the index. */
export type Question = {
  tokens: AskedToken[]
  /** It is short enough for its best sentence to tell. */
  isShort: boolean
  /** Its words, and the token of each in the stem view. */
  words: { word: string; token: string | undefined }[]
}

/** The language of a question: its own where something in the space is written in it, else that of most of the space. */
function languageOf(question: string, languages: ReadonlyMap<string, number>): string | null {
  const own = detectLanguage(question)
  if (own !== null && languages.has(own)) return own
  let most: string | null = own
  let chunks = 0
  for (const [language, count] of languages) {
    if (count > chunks) [most, chunks] = [language, count]
  }
  return most
}

/**
 * Reads a question. Question words are left out unless there are no others; `languages` are those of the chunks that are
 * asked, with how many are written in each.
 */
export function readQuestion(question: string, languages: ReadonlyMap<string, number>): Question {
  const language = languageOf(question, languages)
  const all = [...new Set(words(question))]
  const others = all.filter((word) => !isQuestionWord(word, language))
  const asked = others.length > 0 ? others : all
  const { gramWeight, stopWordShare, sentence } = ranking
  const weightOfGrams = language === 'en' ? gramWeight.english : gramWeight.other
  const tokens = new Map<string, AskedToken>()
  const ask = (token: string, viewWeight: number, isTelling: boolean) => {
    if (tokens.get(token)?.isTelling) return
    tokens.set(token, { token, share: viewWeight * (isTelling ? 1 : stopWordShare), isTelling })
  }
  let contentWords = 0
  for (const word of asked) {
    // When every word asks, they are all there is to go by.
    const isTelling = others.length === 0 || !isStopWord(word, language)
    if (isTelling) contentWords++
    const stemmed = stemToken(word, language)
    if (stemmed !== undefined) ask(stemmed, 1, isTelling)
    // A stop word's grams stand in most chunks: they take the time of all others together and change no ranking.
    if (!isTelling) continue
    for (const gram of gramTokens(word)) ask(gram, weightOfGrams, isTelling)
  }
  return {
    tokens: [...tokens.values()],
    isShort: contentWords <= sentence.maxContentWords,
    words: all.map((word) => ({ word, token: stemToken(word, language) })),
  }
}
