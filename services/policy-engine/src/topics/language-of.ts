import type { SeenText } from '@frontdesk/language'
import { detectLanguage } from '@frontdesk/language'

/** Of a long text its beginning and its end are read, for it takes a millisecond for a hundred characters. */
const charactersRead = 200

/** ISO 639-1 of what a reader sees, disguises undone; empty when it can't be told. Norwegian and Danish count as Swedish. */
export function languageOf({ words }: SeenText): string {
  // Letters that stand alone belong to words that were torn apart.
  const telling = words.filter(({ exact }) => exact.length > 1).map(({ exact }) => exact)
  const text = telling.join(' ')
  const isLong = text.length > 2 * charactersRead
  const sample = isLong ? `${text.slice(0, charactersRead)} ${text.slice(-charactersRead)}` : text
  const language = detectLanguage(sample) ?? ''
  return ['no', 'nb', 'nn', 'da'].includes(language) ? 'sv' : language
}
