import type { SeenText } from '@frontdesk/language'
import { detectLanguage } from '@frontdesk/language'

/** ISO 639-1 of what a reader sees, disguises undone; empty when it can't be told. Norwegian and Danish count as Swedish. */
export function languageOf({ words }: SeenText): string {
  // Letters that stand alone belong to words that were torn apart.
  const telling = words.filter(({ exact }) => exact.length > 1).map(({ exact }) => exact)
  const language = detectLanguage(telling.join(' ')) ?? ''
  return ['no', 'nb', 'nn', 'da'].includes(language) ? 'sv' : language
}
