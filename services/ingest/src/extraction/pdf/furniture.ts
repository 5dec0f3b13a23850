import type { Segment } from './lines.ts'

/** On fewer pages than this nothing can be told from text that happens to look alike. */
const fewestPages = 3
/** Baselines that differ by less, in points, are the same place on two pages. */
const tolerance = 3
/** Furniture stands among this many baselines from the top or bottom edge. */
const outermost = 2

type Edge = { page: number; y: number; segments: Segment[] }

/** The outermost lines of a page. */
function edgesOf(segments: Segment[], page: number): Edge[] {
  const lines: Edge[] = []
  for (const segment of [...segments].sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    if (line && segment.y - line.y < tolerance) line.segments.push(segment)
    else lines.push({ page, y: segment.y, segments: [segment] })
  }
  return lines.length <= outermost * 2 ? lines : [...lines.slice(0, outermost), ...lines.slice(-outermost)]
}

const textOf = ({ segments }: Edge): string => segments.map(({ text }) => text).join(' ')

/** How far the numbers in a text are from the number of its page: a page number is as far on every page. */
const offsetsOf = (edge: Edge): number[] =>
  (textOf(edge).match(/\d{1,5}/g) ?? []).map((number) => Number(number) - edge.page)

function add<K>(groups: Map<K, Edge[]>, key: K, edge: Edge) {
  const group = groups.get(key)
  if (group) group.push(edge)
  else groups.set(key, [edge])
}

/** Edges at one height that stand on enough pages and say the same, or count the pages. */
function furnitureAmong(edges: Edge[], pages: number): Edge[] {
  const enough = Math.max(fewestPages, pages / 2)
  const same = new Map<string, Edge[]>()
  const counting = new Map<number, Edge[]>()
  for (const edge of edges) {
    const text = textOf(edge)
    add(same, text, edge)
    for (const offset of new Set(offsetsOf(edge))) add(counting, offset, edge)
  }
  const isShort = (edge: Edge) => textOf(edge).length <= 120
  const pagesOf = (found: Edge[]) => new Set(found.map(({ page }) => page)).size
  return [
    ...[...same.values()].filter((found) => pagesOf(found) >= enough).flat(),
    ...[...counting.values()].filter((found) => pagesOf(found) >= enough).flat(),
  ].filter(isShort)
}

/**
 * Pages without running heads, running feet and page numbers, which would stand in the middle of sentences that go on
 * over the page: lines at a page's edge that stand at the same height on half of the pages, and at least on three.
 */
export function withoutFurniture(pages: Segment[][]): Segment[][] {
  if (pages.length < fewestPages) return pages
  const edges = pages.flatMap((segments, i) => edgesOf(segments, i + 1)).sort((a, b) => a.y - b.y)
  const dropped = new Set<Segment>()
  let from = 0
  for (let i = 1; i <= edges.length; i++) {
    if (i < edges.length && edges[i]!.y - edges[i - 1]!.y < tolerance) continue
    for (const { segments } of furnitureAmong(edges.slice(from, i), pages.length)) {
      for (const segment of segments) dropped.add(segment)
    }
    from = i
  }
  const rest = pages.map((segments) => segments.filter((segment) => !dropped.has(segment)))
  return rest.every((segments) => segments.length === 0) ? pages : rest
}
