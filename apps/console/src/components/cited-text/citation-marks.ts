import type { Schemas } from '@frontdesk/client'

/** Encloses the number of a source in a text: characters of private use, which Markdown leaves alone. */
const open = '\uE200'
const close = '\uE201'
const mark = new RegExp(`${open}(\\d+)${close}`)

/** The text with a mark where a citation ends. What names no source, and marks that the text held, are left out. */
export function markCitations(text: string, citations: readonly Schemas['Citation'][], sources: number): string {
  let marked = ''
  let from = 0
  const known = citations.filter(({ source }) => source < sources)
  for (const { end, source } of known.toSorted((a, b) => a.end - b.end)) {
    marked += `${withoutMarks(text.slice(from, end))}${open}${source}${close}`
    from = end
  }
  return marked + withoutMarks(text.slice(from))
}

const withoutMarks = (text: string): string => text.replace(/[\uE200\uE201]/g, '')

/** Texts, and between them the places of sources. */
export const splitAtMarks = (text: string): (string | number)[] =>
  text.split(mark).map((part, i) => (i % 2 === 1 ? Number(part) : part))
