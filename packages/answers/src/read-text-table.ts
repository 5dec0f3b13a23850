import type { LabelledRow } from '@frontdesk/contracts'
import { cleanMarkdown } from './clean-markdown.ts'
import type { Line } from './read-lines.ts'

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/\t|(?<!\\)\|/)
    .map((cell) => cleanMarkdown(cell.trim()))

const isValue = (cell: string): boolean => /\p{N}/u.test(cell) || cell === '' || /^[-–—]$/.test(cell)
const isRule = (line: string): boolean => /^[\s|:-]+$/.test(line) && line.includes('-')

/**
 * The rows of a table that stands in the text of a passage, in lines whose cells are split by bars or tabs: for tables
 * that nobody read when the document came in. The first line is the header when a rule follows it, or when it has no value
 * where most others have.
 */
export function readTextTable(
  lines: Line[],
  caption?: string,
): { kind: 'row'; start: number; end: number; row: LabelledRow; text: string }[] {
  const rows = lines.filter(({ text }) => !isRule(text)).map((line) => ({ line, cells: cellsOf(line.text) }))
  const [first, ...others] = rows
  if (!first) return []
  const isRuled = lines[1] !== undefined && isRule(lines[1].text)
  const years = first.cells.slice(1).filter((cell) => cell !== '')
  // Years and quarters are headers that hold numbers.
  const isPeriods =
    years.length > 0 &&
    years.every((cell) => /\b(?:19|20)\d\d\b|\bQ[1-4]\b/.test(cell) && !/\d{3,}[ ,.]\d{3}/.test(cell))
  const isHeader =
    others.length > 0 &&
    (isRuled ||
      isPeriods ||
      (!first.cells.slice(1).some(isFigure) && others.some(({ cells }) => cells.slice(1).some(isFigure))))
  const headers = isHeader ? first.cells : []
  return (isHeader ? others : rows).map(({ line, cells }) => {
    const values = cells.slice(1).map((value, i) => ({ header: headers[i + 1] ?? '', value }))
    const { start, end } = line
    const row = {
      label: cells[0]!,
      cells: values.filter(({ value }) => value !== ''),
      start,
      end,
      ...(caption && { caption }),
    }
    return { kind: 'row', start, end, row, text: cells.filter((cell) => cell !== '').join(' | ') }
  })
}

const isFigure = (cell: string): boolean => cell !== '' && isValue(cell)
