import { createRequire } from 'node:module'
import type * as Tinyld from 'tinyld'
import { englishStopWords, germanStopWords, swedishStopWords } from './stop-words.ts'
import { words } from './tokens.ts'

// Its tables take 100 ms to load, so they come with the first text rather than at start.
let tinyld: typeof Tinyld | undefined
const load = (): typeof Tinyld => {
  tinyld ??= createRequire(import.meta.url)('tinyld') as typeof Tinyld
  return tinyld
}

/** More of a text adds time and no certainty. */
const charactersRead = 4_000
/** Up to here a guess from letters alone is often wrong (`returns` is taken for Icelandic). */
const shortText = 40

/**
 * ISO 639-1 of the language a text is written in, null when it can't be told (a word or two, numbers). Short texts are
 * told by their English, Swedish and German stop words first.
 */
export function detectLanguage(text: string): string | null {
  const start = text.slice(0, charactersRead)
  if (start.length <= shortText) {
    const read = words(start)
    const english = read.filter((word) => englishStopWords.has(word)).length
    const swedish = read.filter((word) => swedishStopWords.has(word)).length
    const german = read.filter((word) => germanStopWords.has(word)).length
    // German shares small words with both (`was`, `an`, `den`), so it needs more of them than either.
    if (german > Math.max(english, swedish)) return 'de'
    if (english !== swedish) return english > swedish ? 'en' : 'sv'
    const [best] = load().detectAll(start)
    return best && best.accuracy === 1 ? best.lang : null
  }
  return load().detect(start) || null
}
