/** A stretch of text on one line of a page: its box in points, with y growing downwards. */
export type Segment = { text: string; x: number; right: number; y: number; height: number; isRightToLeft: boolean }

/** What pdfjs says of one run of glyphs. */
export type TextItem = {
  str: string
  dir: string
  width: number
  height: number
  transform: number[]
  hasEOL: boolean
}

/** Gaps in ems: a wider one than the first is a space, than the second the edge of a column or cell. */
const spaceGap = 0.15
const columnGap = 0.8
/** Runs whose baselines differ by less, in ems, stand on one line (superscripts do). */
const sameLine = 0.45

type Run = { text: string; x: number; right: number; y: number; size: number; isRightToLeft: boolean }

function runsOf(items: TextItem[], pageHeight: number): Run[] {
  const runs: Run[] = []
  for (const { str, dir, width, height, transform } of items) {
    if (str === '') continue
    const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1
    const x = transform[4] ?? 0
    runs.push({
      text: str,
      x,
      right: x + width,
      y: pageHeight - (transform[5] ?? 0),
      size,
      isRightToLeft: dir === 'rtl',
    })
  }
  return runs
}

/** Runs in the order in which they are read on their line, with the spaces that their distances mean. */
function joinLine(runs: Run[]): Segment[] {
  const letters = runs.filter(({ text }) => text.trim() !== '')
  if (letters.length === 0) return []
  const rightToLeft =
    letters.reduce((sum, { isRightToLeft, text }) => sum + (isRightToLeft ? text.length : -text.length), 0) > 0
  const ordered = [...letters].sort((a, b) => (rightToLeft ? b.right - a.right : a.x - b.x))
  const segments: Segment[] = []
  let current: Segment | undefined
  for (const run of ordered) {
    const gap = current ? (rightToLeft ? current.x - run.right : run.x - current.right) / run.size : 0
    if (current && gap < columnGap) {
      const needsSpace = gap > spaceGap && !/\s$/.test(current.text) && !/^\s/.test(run.text)
      current.text += (needsSpace ? ' ' : '') + run.text
      current.x = Math.min(current.x, run.x)
      current.right = Math.max(current.right, run.right)
      current.height = Math.max(current.height, run.size)
    } else {
      current = { text: run.text, x: run.x, right: run.right, y: run.y, height: run.size, isRightToLeft: rightToLeft }
      segments.push(current)
    }
  }
  return segments
}

/** The stretches of text of one page, from the top down; what stands apart on a line (a column, a cell) is apart here. */
export function segmentsOf(items: TextItem[], pageHeight: number): Segment[] {
  const runs = runsOf(items, pageHeight).sort((a, b) => a.y - b.y)
  const lines: Run[][] = []
  for (const run of runs) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && Math.abs(run.y - first.y) < sameLine * Math.max(run.size, first.size)) line.push(run)
    else lines.push([run])
  }
  return lines.flatMap(joinLine)
}
