import { joinLetters } from './join-letters.ts'
import { type Segment, segmentsOf, type TextItem } from './lines.ts'
import { uprightItems, type Viewport } from './upright.ts'

/** What pdfjs says of the fonts of a page, by the names that its items have. */
export type FontStyles = Readonly<Record<string, { vertical?: boolean }>>

/** Punctuation as it is drawn in columns. Formulas have some of it too (`︸`), where it is what is meant. */
const verticalForms = /[\ufe10-\ufe19\ufe30-\ufe48]+/g

/**
 * The stretches of text of a page, from the top down. Columns of vertical writing (fonts with a vertical CMap, ISO 32000-2,
 * 9.7.5.2) come as lines, the rightmost column first; what is set horizontally on such a page stands below them, or above if it
 * is most of the page.
 */
export function pageSegments(items: TextItem[], styles: FontStyles, viewport: Viewport): Segment[] {
  const isVertical = ({ fontName }: TextItem) => styles[fontName]?.vertical === true
  const columns = items.filter(isVertical)
  const across = segmentsOf(
    joinLetters(uprightItems(columns.length > 0 ? items.filter((item) => !isVertical(item)) : items, viewport)),
    viewport.height,
  )
  if (columns.length === 0) return across
  const down = segmentsOf(columns.map(asLine), 0)
  return lengthOf(down) >= lengthOf(across) ? [...down, ...below(across, down)] : [...across, ...below(down, across)]
}

/** A column as the line that it would be on a page turned by a quarter: its start on the left, the rightmost column on top. */
function asLine(item: TextItem): TextItem {
  const [, , , , x = 0, y = 0] = item.transform
  const { width: size, height: length } = item
  const str = item.str.replaceAll(verticalForms, (forms) => forms.normalize('NFKC'))
  return { ...item, str, width: length, height: size, transform: [size, 0, 0, size, -y, x] }
}

const lengthOf = (segments: Segment[]): number => segments.reduce((sum, { text }) => sum + text.length, 0)

/** Moves segments so far down that all others end before them. */
function below(segments: Segment[], others: Segment[]): Segment[] {
  const bottom = Math.max(...others.map(({ y, height }) => y + 4 * height))
  const top = Math.min(...segments.map(({ y, height }) => y - height))
  return segments.map((segment) => ({ ...segment, y: segment.y - top + bottom }))
}
