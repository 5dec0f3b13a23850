import { type LabelledRow, tableRowsOf } from '@frontdesk/contracts'
import { stem, words } from '@frontdesk/language'
import type { Passage } from './join-passages.ts'
import { likeness, stemLikeness } from './match-words.ts'
import { readUnits, type Unit } from './read-units.ts'
import type { AskedWord } from './weigh-words.ts'

/** A unit and how much of each asked word it holds, 0..1. */
export type ReadUnit = Unit & { words: string[]; held: number[]; order: number }
export type ReadPassage = Passage & { units: ReadUnit[]; titleHeld: number[]; place: number }

/** How much of each asked word a list of words holds, with what was looked at before remembered. */
export type Holder = (list: readonly string[]) => number[]

/** A compound of two words of the question is as good as both: `hur lång tid tar leveransen`, `leveranstiden`. */
const compoundOfBoth = 0.9
const minPart = 3

/**
 * Matches words against the asked ones: the same, of one stem, with another ending, or a part of a compound. `question` is
 * all of its words.
 */
export function holderOf(asked: AskedWord[], question: string[], language: string | undefined): Holder {
  const known = new Map<string, number[]>()
  const held = (word: string): number[] => {
    let own = known.get(word)
    if (!own) {
      const stemmed = stem(word, language)
      own = asked.map((each) => {
        if (each.word === word) return 1
        if (each.isNumber) return 0
        if (stemmed.length >= minPart && stemmed === each.stem) return stemLikeness
        const alike = likeness(each.word, word)
        const isCompound = alike > 0 && alike < compoundOfBoth
        const hasOther = () =>
          question.some((other) => other.length >= minPart && other !== each.word && word.indexOf(other) >= minPart)
        return isCompound && hasOther() ? compoundOfBoth : alike
      })
      known.set(word, own)
    }
    return own
  }
  return (list) => {
    const best = asked.map(() => 0)
    for (const word of list) {
      const own = held(word)
      for (let i = 0; i < own.length; i++) best[i] = Math.max(best[i]!, own[i]!)
    }
    return best
  }
}

/** The units of a passage, with the rows of its tables in the place of the lines they stand in. */
export function readPassage(passage: Passage, place: number, holds: Holder): ReadPassage {
  const rows = rowsOf(passage)
  const prefix = prefixOf(passage)
  const others = readUnits(passage.text, passage.isCut, headingsOf(passage))
    .filter(({ start, end }) => !rows.some((row) => row.start < end && start < row.end))
    // Caption and header that a chunk inside a table got in front say what its rows are, and nothing alone.
    .flatMap(({ row, ...unit }) =>
      unit.end > prefix ? [{ ...unit, ...(row && { row }) }] : row ? [] : [{ ...unit, kind: 'heading' as const }],
    )
  const units: Unit[] = [
    ...others,
    ...rows.map(
      (row): Unit => ({
        kind: 'row',
        text: passage.text.slice(row.start, row.end),
        isFragment: false,
        row,
        start: row.start,
        end: row.end,
      }),
    ),
  ].sort((a, b) => a.start - b.start)
  return {
    ...passage,
    place,
    titleHeld: holds(words(`${passage.title} ${passage.heading ?? ''}`)),
    units: units.map((unit, order) => {
      const own = words(unit.row ? wordsOfRow(unit.row) : unit.text)
      return { ...unit, words: own, held: holds(own), order }
    }),
  }
}

const headingsOf = ({ chunks }: Passage): ReadonlySet<string> =>
  new Set(chunks.flatMap(({ chunk: { headings = [] } }) => headings))

/** How many characters stand in front of a chunk's own text. */
function prefixOf({ chunks: [first] }: Passage): number {
  const { text, start, end } = first!.chunk
  return first!.chunk.tables ? Math.max(0, text.length - (end - start)) : 0
}

const wordsOfRow = ({ label, cells }: LabelledRow): string => [label, ...cells.map(({ value }) => value)].join(' ')

function rowsOf({ chunks }: Passage): LabelledRow[] {
  const seen = new Set<number>()
  return chunks.flatMap(({ chunk, at }) =>
    tableRowsOf(chunk)
      .map((row) => ({ ...row, start: row.start + at, end: row.end + at }))
      .filter(({ start }) => !seen.has(start) && seen.add(start)),
  )
}

/** Whether an empty line stands between two units of a text. */
export const isApart = (text: string, a: Unit, b: Unit): boolean =>
  /\n\s*\n/.test(a.start < b.start ? text.slice(a.end, b.start) : text.slice(b.end, a.start))
