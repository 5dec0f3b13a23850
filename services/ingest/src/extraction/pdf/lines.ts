import { withAccents } from './accents.ts'

/** A stretch of text on one line of a page: its box in points, with y (of the baseline) growing downwards. */
export type Segment = { text: string; x: number; right: number; y: number; height: number; isRightToLeft: boolean }

/** What pdfjs says of one run of glyphs. */
export type TextItem = {
  str: string
  dir: string
  width: number
  height: number
  transform: number[]
  fontName: string
  hasEOL: boolean
}

/** Gaps in ems: a wider one than the first is a space, than the second the edge of a column or cell. */
const spaceGap = 0.15
const columnGap = 0.8
/** Runs whose baselines differ by less, in ems, stand on one line. */
const sameLine = 0.3
/** Runs this much smaller than most of the page may be raised or lowered: super- and subscripts. */
const scriptSize = 0.85
const scriptShift = 0.65

type Run = { text: string; x: number; right: number; y: number; size: number; isRightToLeft: boolean }
type Line = { y: number; size: number; runs: Run[] }

function runsOf(items: TextItem[], pageHeight: number): Run[] {
  const runs: Run[] = []
  for (const { str, dir, width, height, transform } of items) {
    if (str.trim() === '') continue
    const x = transform[4] ?? 0
    runs.push({
      text: str,
      x,
      right: x + width,
      y: pageHeight - (transform[5] ?? 0),
      size: height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1,
      isRightToLeft: dir === 'rtl',
    })
  }
  return runs
}

/** The size that most characters are set in. */
function usualSize(runs: Run[]): number {
  const characters = new Map<number, number>()
  for (const { size, text } of runs) characters.set(size, (characters.get(size) ?? 0) + text.length)
  let usual = 0
  for (const [size, count] of characters) if (count > (characters.get(usual) ?? 0)) usual = size
  return usual
}

/** White space between two runs, in points; negative when they overlap. */
const gapBetween = (a: Run, b: Run): number => Math.max(a.x - b.right, b.x - a.right)

/** Lines of the runs in the usual size or larger; then the small ones go to the line that they are a script of. */
function linesOf(runs: Run[]): Line[] {
  const smallest = usualSize(runs) * scriptSize
  const lines: Line[] = []
  const place = (run: Run) => {
    const line = lines.at(-1)
    if (line && Math.abs(run.y - line.y) < sameLine * Math.max(run.size, line.size)) {
      line.runs.push(run)
      line.size = Math.max(line.size, run.size)
    } else lines.push({ y: run.y, size: run.size, runs: [run] })
  }
  const sorted = runs.sort((a, b) => a.y - b.y)
  for (const run of sorted) if (run.size >= smallest) place(run)
  const full = lines.splice(0)
  let next = 0
  for (const run of sorted) {
    if (run.size >= smallest) continue
    while (next < full.length && full[next]!.y < run.y - full[next]!.size * scriptShift) next++
    let nearest: Line | undefined
    let distance = Number.POSITIVE_INFINITY
    for (let i = next; i < full.length && full[i]!.y <= run.y + full[i]!.size * scriptShift; i++) {
      const line = full[i]!
      const gap = Math.abs(line.y - run.y)
      if (gap < distance && line.runs.some((other) => gapBetween(run, other) < line.size)) {
        nearest = line
        distance = gap
      }
    }
    if (nearest) nearest.runs.push(run)
    else place(run)
  }
  return [...full, ...lines].sort((a, b) => a.y - b.y)
}

const reverseStretches = (runs: Run[], isTurned: (run: Run) => boolean): Run[] => {
  const ordered: Run[] = []
  let stretch: Run[] = []
  for (const run of runs) {
    if (isTurned(run)) stretch.unshift(run)
    else {
      ordered.push(...stretch, run)
      stretch = []
    }
  }
  return [...ordered, ...stretch]
}

/** One segment of runs that stand side by side from left to right, joined as they are read. */
function segmentOf(runs: Run[], y: number): Segment {
  const weight = runs.reduce((sum, { isRightToLeft, text }) => sum + (isRightToLeft ? text.length : -text.length), 0)
  const isRightToLeft = weight > 0
  const ordered = isRightToLeft
    ? reverseStretches([...runs].reverse(), (run) => !run.isRightToLeft)
    : reverseStretches(runs, (run) => run.isRightToLeft)
  let text = ''
  for (const [i, run] of ordered.entries()) {
    const before = ordered[i - 1]
    const isApart = before && gapBetween(before, run) > spaceGap * Math.max(before.size, run.size)
    text += isApart && !/\s$/.test(text) && !/^\s/.test(run.text) ? ` ${run.text}` : run.text
  }
  return {
    text: withAccents(text.trim()),
    x: runs[0]!.x,
    right: runs.reduce((most, { right }) => Math.max(most, right), runs[0]!.right),
    y,
    height: runs.reduce((most, { size }) => Math.max(most, size), 0),
    isRightToLeft,
  }
}

/** The stretches of text of one page, from the top down; what stands apart on a line (a column, a cell) is apart here. */
export function segmentsOf(items: TextItem[], pageHeight: number): Segment[] {
  return linesOf(runsOf(items, pageHeight)).flatMap(({ runs, y }) => {
    const segments: Segment[] = []
    let side: Run[] = []
    let right = Number.NEGATIVE_INFINITY
    for (const run of runs.sort((a, b) => a.x - b.x)) {
      if (side.length > 0 && run.x - right >= columnGap * run.size) {
        segments.push(segmentOf(side, y))
        side = []
        right = Number.NEGATIVE_INFINITY
      }
      side.push(run)
      right = Math.max(right, run.right)
    }
    if (side.length > 0) segments.push(segmentOf(side, y))
    return segments
  })
}
