import { gramTokens, stemToken, words } from '@frontdesk/language'
import type { IndexedChunk } from '../port.ts'
import { ranking } from './constants.ts'

/** Fields of both views, in the order of `lengths`. */
export const fieldCount = 6
export const gramFields = 3

/** How often a token stands in the body, heading and title of a chunk; more than 3 in the last two count as 3. */
export const packCounts = (body: number, heading: number, title: number): number => body * 16 + heading * 4 + title
export const bodyOf = (counts: number): number => counts >> 4
export const headingOf = (counts: number): number => (counts >> 2) & 3
export const titleOf = (counts: number): number => counts & 3

/** What a chunk is found by. */
export type ChunkTerms = {
  /** By token, as `packCounts` makes them. */
  counts: Map<string, number>
  /** Tokens of title, heading and body in the stem view, then in the gram view. */
  lengths: number[]
}

/** The fields that are searched, as they come with a chunk. */
export type SearchedText = Pick<IndexedChunk, 'title' | 'fileName' | 'heading' | 'text' | 'language'>

/** Lengths are kept as 16 bits. */
const maxLength = 65_535

/** Words run together in names of files (`AnnualReport2024`) stand apart. */
const withoutEnding = (name: string): string => name.replace(/\.\p{L}[\p{L}\p{N}]{0,4}$/u, '')
const apart = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')

/** The words of the title field: of the title, and those of the file's name without its ending that the title lacks. */
function titleWords({ title, fileName }: Pick<SearchedText, 'title' | 'fileName'>): string[] {
  if (fileName === undefined) return words(title)
  const name = withoutEnding(fileName)
  const own = title === fileName ? [] : words(title)
  const held = new Set(own)
  return [...own, ...words(name), ...words(apart(name))].filter((word, at) => {
    if (at < own.length) return true
    const isNew = !held.has(word)
    held.add(word)
    return isNew
  })
}

/** Counts the tokens of a chunk's fields in both views. Linear in the text. */
export function chunkTerms(chunk: SearchedText): ChunkTerms {
  const counts = new Map<string, number>()
  const lengths = new Array<number>(fieldCount).fill(0)
  const fields = [titleWords(chunk), chunk.heading ? words(chunk.heading) : [], words(chunk.text)]
  const count = (token: string, field: number) => {
    const before = counts.get(token) ?? 0
    if (field === 2) counts.set(token, before + 16)
    else if (field === 1 ? headingOf(before) < 3 : titleOf(before) < 3)
      counts.set(token, before + (field === 1 ? 4 : 1))
  }
  fields.forEach((own, field) => {
    for (const word of own) {
      const token = stemToken(word, chunk.language)
      if (token !== undefined) {
        lengths[field]!++
        count(token, field)
      }
      const grams = gramTokens(word)
      lengths[gramFields + field]! += grams.length
      for (const gram of grams) count(gram, field)
    }
  })
  return { counts, lengths: lengths.map((length) => Math.min(length, maxLength)) }
}

/** How long a document is in the view that begins at `from`: what its chunks add, and its title once. */
export const documentLengths = (lengths: ArrayLike<number>, from: number): { title: number; rest: number } => ({
  title: ranking.document.titleWeight * lengths[from]!,
  rest: lengths[from + 1]! + lengths[from + 2]!,
})
