import type { Segment } from './lines.ts'

/** A column is prose when its lines are this wide at least, of the column, in the median: a table's cells are not. */
const proseWidth = 0.5
const minLines = 4
/** More lines than this share that end in a colon make a form of it: its labels. */
const maxLabelShare = 0.3
/** Gutters are looked for in the middle of a region, away from its edges. */
const edge = 0.2
const maxSplitDepth = 3

/** Segments that stand in one column and follow one another. */
export type Column = Segment[]

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const byPosition = (a: Segment, b: Segment) => a.y - b.y || a.x - b.x

/** Where a gutter runs: the place in the middle that the fewest segments cross. */
function gutterOf(segments: Segment[]): { x: number; crossing: number } | undefined {
  const left = Math.min(...segments.map(({ x }) => x))
  const right = Math.max(...segments.map((segment) => segment.right))
  const width = right - left
  if (width <= 0) return undefined
  let best: { x: number; crossing: number } | undefined
  // Gutters start where a segment ends.
  const candidates = new Set(segments.map((segment) => Math.round(segment.right + 2)))
  for (const x of candidates) {
    if (x < left + width * edge || x > right - width * edge) continue
    const crossing = segments.filter((segment) => segment.x < x && segment.right > x).length
    const isBetter =
      !best ||
      crossing < best.crossing ||
      (crossing === best.crossing && Math.abs(x - (left + width / 2)) < Math.abs(best.x - (left + width / 2)))
    if (isBetter) best = { x, crossing }
  }
  return best
}

function isProse(column: Segment[], width: number): boolean {
  const labels = column.filter(({ text }) => text.endsWith(':')).length
  return (
    column.length >= minLines &&
    labels < column.length * maxLabelShare &&
    median(column.map(({ x, right }) => right - x)) >= width * proseWidth
  )
}

/**
 * The order in which people read the segments of a page: down each column of prose, column by column, with what runs
 * over all columns (titles, wide figures) in its place; tables and everything else line by line. Right-to-left pages
 * read their right column first.
 */
export function readingOrder(segments: Segment[], depth = 0): Column[] {
  const ordered = [...segments].sort(byPosition)
  const gutter = depth < maxSplitDepth ? gutterOf(ordered) : undefined
  if (!gutter) return [ordered]
  const left = Math.min(...ordered.map(({ x }) => x))
  const right = Math.max(...ordered.map((segment) => segment.right))
  const isRightToLeft = ordered.filter((segment) => segment.isRightToLeft).length * 2 > ordered.length

  const columns: Column[] = []
  let wide: Segment[] = []
  let onLeft: Segment[] = []
  let onRight: Segment[] = []
  let foundColumns = false
  const flushWide = () => {
    if (wide.length > 0) columns.push(wide)
    wide = []
  }
  const flushBand = () => {
    const isColumns = isProse(onLeft, gutter.x - left) && isProse(onRight, right - gutter.x)
    if (isColumns) {
      foundColumns = true
      flushWide()
      const both = [readingOrder(onLeft, depth + 1), readingOrder(onRight, depth + 1)]
      columns.push(...(isRightToLeft ? both.reverse() : both).flat())
    } else wide.push(...[...onLeft, ...onRight].sort(byPosition))
    onLeft = []
    onRight = []
  }
  for (const segment of ordered) {
    const crosses = segment.x < gutter.x && segment.right > gutter.x
    if (crosses) {
      flushBand()
      wide.push(segment)
    } else (segment.right <= gutter.x ? onLeft : onRight).push(segment)
  }
  flushBand()
  flushWide()
  return foundColumns ? columns : [ordered]
}
