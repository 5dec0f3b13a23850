import { type AnswerPart, cleanMarkdown } from '@frontdesk/answers'
import {
  type FoundChunk,
  ingest,
  type PlacedContradiction,
  type PlacedStatement,
  type TablePart,
} from '@frontdesk/contracts'
import { ownWords, stem, words } from '@frontdesk/language'
import type { ChatContext } from '../context.ts'

/**
 * Contradictions between sources in these chunks; none when they can't be looked up, because an answer does not wait
 * for them.
 */
export async function contradictionsIn(
  chunks: FoundChunk[],
  { ask, log }: ChatContext,
): Promise<PlacedContradiction[]> {
  if (chunks.length === 0) return []
  try {
    const places = chunks.map(({ contentId, index }) => ({ contentId, index }))
    return (await ask(ingest.queries.contradictionFind, { chunks: places })).items
  } catch (error) {
    log.warn({ err: error }, 'contradictions between sources could not be looked up')
    return []
  }
}

/**
 * Contradictions as a question sees them. If it names one of the two sources, by a word of its title or of the heading above
 * the statement that the other lacks, they don't contradict each other for it: there the named source counts as the newer one
 * (`ordered`), and nothing is left open.
 */
export function settledBy(
  question: string,
  contradictions: PlacedContradiction[],
  language: string | null,
): { ordered: PlacedContradiction[]; open: PlacedContradiction[] } {
  const asked = new Set(words(question).flatMap((word) => [stem(word, language), stem(word, language ?? 'en')]))
  const names = (own: ReadonlySet<string>) => !asked.isDisjointFrom(own)
  const ordered: PlacedContradiction[] = []
  const open: PlacedContradiction[] = []
  for (const each of contradictions) {
    const { newer, older } = each
    const titled = { titles: [nameOf(newer), nameOf(older)], texts: [newer.text, older.text] } as const
    const [isNewer, isOlder] = ownWords(titled, language).map(names)
    ordered.push(isOlder && !isNewer ? { ...each, newer: older, older: newer } : each)
    if (isNewer === isOlder) open.push(each)
  }
  return { ordered, open }
}

/** What stands above a statement: its title, and its heading. */
const nameOf = ({ title, chunk: { heading } }: PlacedStatement): string =>
  heading === undefined || heading === title ? title : `${title} ${heading}`

/** The statement as it stands in a chunk, if it does: chunks overlap, so it may stand in a neighbour of its own as well. */
function placedIn(statement: PlacedStatement, found: FoundChunk): PlacedStatement | undefined {
  if (found.contentId !== statement.contentId) return undefined
  const { chunk, quote, start, end } = statement
  if (found.index === chunk.index) return statement
  const at = found.text.indexOf(quote)
  if (at < 0) return undefined
  const moved = at - Math.max(0, chunk.text.lastIndexOf(quote, start))
  return { ...statement, start: start + moved, end: end + moved }
}

/** Which value of a row begins at `start` of its chunk; -1 when none does. The label may hold the same digits. */
function cellAt(start: number, row: TablePart['rows'][number], text: string): number {
  let from = row.start + Math.max(0, text.slice(row.start, row.end).indexOf(row.label)) + row.label.length
  return row.values.findIndex((value) => {
    const at = value === '' ? -1 : text.indexOf(value, from)
    if (at >= 0 && at < row.end) from = at + value.length
    return at === start
  })
}

/** Blanks the statement in the text, so that all other offsets stay valid. */
function without({ start, end, value }: PlacedStatement, found: FoundChunk): FoundChunk {
  const text = `${found.text.slice(0, start)}${' '.repeat(Math.max(0, end - start))}${found.text.slice(end)}`
  if (value === undefined || !found.tables) return { ...found, text }
  const tables = found.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => {
      const cell = start >= row.start && start < row.end ? cellAt(start, row, found.text) : -1
      return cell < 0 ? row : { ...row, values: row.values.with(cell, '') }
    }),
  }))
  return { ...found, text, tables }
}

/** A chunk that the search did not find, which replaces the one that it contradicts. */
const inPlaceOf = (
  { score, lexical, vector, document }: FoundChunk,
  { sourceId, version, contentId, title, url, chunk }: PlacedStatement,
): FoundChunk => ({
  ...chunk,
  ...{ sourceId, version, contentId, title, score, lexical, vector },
  ...(document !== undefined && { document }),
  ...(url !== undefined && { url }),
})

const isSame = (a: PlacedStatement, b: PlacedStatement): boolean => a.contentId === b.contentId && a.text === b.text

/** What is said last where the newer statement of a contradiction is the older one of another. */
function newestOf({ newer }: PlacedContradiction, contradictions: PlacedContradiction[]): PlacedStatement {
  const passed = [newer]
  for (;;) {
    const next = contradictions.find(
      (each) => isSame(each.older, passed.at(-1)!) && !passed.some((before) => isSame(before, each.newer)),
    )
    if (!next) return passed.at(-1)!
    passed.push(next.newer)
  }
}

/**
 * Chunks as an answer is made of them where sources contradict each other: with the chunk of the newest one, and without
 * what older ones say.
 */
export function preferNewer(chunks: FoundChunk[], contradictions: PlacedContradiction[]): FoundChunk[] {
  const withNewest = contradictions.reduce((seen, each) => {
    const at = seen.findIndex((found) => placedIn(each.older, found))
    const newest = newestOf(each, contradictions)
    if (at < 0 || seen.some((found) => placedIn(newest, found))) return seen
    return seen.toSpliced(at, 0, inPlaceOf(seen[at]!, newest))
  }, chunks)
  return withNewest.map((found) =>
    contradictions
      .map(({ older }) => placedIn(older, found))
      .reduce((seen, older) => (older ? without(older, seen) : seen), found),
  )
}

/** Whether a text holds a part as whole words: `40` is not in `140` or `40.5`. */
function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + part.length, at + part.length + 2)]
    if (!/[\p{L}\p{N}]$|\p{N}[.,:]$/u.test(before) && !/^[\p{L}\p{N}]|^[.,:]\p{N}/u.test(after)) return true
  }
  return false
}

/** Whether words say a cell: as rows are said (`Label, column: value`), or its value in a sentence, as models do. */
const saysCell = (said: string, text: string, value: string): boolean =>
  hasWhole(said, cleanMarkdown(text)) || (!said.includes(': ') && hasWhole(said, cleanMarkdown(value)))

/** What is said of an answer (`start` to `end` of its text), and the quote of a chunk that it rests on. */
type Support = Pick<AnswerPart, 'start' | 'end' | 'chunk' | 'quote'>

/** Whether a part of an answer says a statement, or a part of it: of a row, the very cell. */
function says(answer: string, { start, end, chunk, quote }: Support, statement: PlacedStatement): boolean {
  const placed = placedIn(statement, chunk)
  if (!placed) return false
  const at = chunk.text.indexOf(quote)
  if (at < 0 || at >= placed.end || at + quote.length <= placed.start) return false
  const { text, value } = statement
  return value === undefined || saysCell(answer.slice(start, end), text, value)
}

/** Whether an answer contains a statement that another source contradicts, whichever is newer. */
export const isContradicted = (
  { text, parts }: { text: string; parts: Support[] },
  contradictions: PlacedContradiction[],
): boolean =>
  contradictions.some(({ newer, older }) => parts.some((part) => says(text, part, newer) || says(text, part, older)))

/** The older statements that an answer contradicts: their sources are cited besides the newer ones. */
export const olderOf = (
  answer: string,
  supports: Support[],
  contradictions: PlacedContradiction[],
): { chunk: FoundChunk; quote: string }[] =>
  contradictions.flatMap(({ newer, older }) => {
    const support = supports.find((each) => says(answer, each, newer))
    return support ? [{ chunk: inPlaceOf(support.chunk, older), quote: older.quote }] : []
  })
