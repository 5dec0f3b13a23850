const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const englishOrSwedish = list(
  'what who whom whose which when where how why vad vem vems vilka vilken vilket när var vart hur varför',
)
const german = list(
  'was wer wem wen wessen wann wo woher wohin warum wieso weshalb wie welche welchem welchen welcher welches wieviel',
)

/**
 * Whether a lower-case word only asks: rare in documents, so it would weigh much in a search, and it says nothing. German
 * ones are known where the language (ISO 639-1) is German, for some are ordinary English or Swedish words.
 */
export const isQuestionWord = (word: string, language: string | null | undefined): boolean =>
  language === 'de' ? german.has(word) : englishOrSwedish.has(word)
