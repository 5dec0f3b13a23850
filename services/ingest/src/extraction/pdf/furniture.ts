import type { Segment } from './lines.ts'

/** On fewer pages than this nothing can be told from text that happens to look alike. */
const minPages = 3
/** Baselines that differ by less, in points, are the same place on two pages. */
const tolerance = 3
const maxFurnitureLength = 120
/** Furniture stands among this many baselines from the top or bottom edge. */
const outermost = 2

type Edge = { page: number; y: number; isTop: boolean; segments: Segment[] }

/** The outermost lines of a page. */
function edgesOf(segments: Segment[], page: number): Edge[] {
  const lines: Edge[] = []
  for (const segment of [...segments].sort((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    if (line && segment.y - line.y < tolerance) line.segments.push(segment)
    else lines.push({ page, y: segment.y, isTop: true, segments: [segment] })
  }
  const top = lines.slice(0, outermost)
  const bottom = lines.slice(Math.max(outermost, lines.length - outermost))
  return [...top, ...bottom.map((line) => ({ ...line, isTop: false }))]
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
  const enough = Math.max(minPages, pages / 2)
  const same = new Map<string, Edge[]>()
  const counting = new Map<number, Edge[]>()
  for (const edge of edges) {
    const text = textOf(edge)
    add(same, text, edge)
    for (const offset of new Set(offsetsOf(edge))) add(counting, offset, edge)
  }
  const isShort = (edge: Edge) => textOf(edge).length <= maxFurnitureLength
  const pagesOf = (found: Edge[]) => new Set(found.map(({ page }) => page)).size
  return [
    ...[...same.values()].filter((found) => pagesOf(found) >= enough).flat(),
    ...[...counting.values()].filter((found) => pagesOf(found) >= enough).flat(),
  ].filter(isShort)
}

/**
 * Edges that say the same but for the number that counts the pages, on enough pages, wherever they stand: a foot follows the
 * last line of its page. A number alone would be any table's.
 */
function floatingAmong(edges: Edge[], pages: number): Edge[] {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) {
    const text = textOf(edge)
    const side = edge.isTop ? 'top' : 'bottom'
    if (/\p{L}/u.test(text)) add(groups, `${side} ${text}`, edge)
    for (const offset of new Set(offsetsOf(edge))) {
      // Of `6 of 6` either may be the one that counts.
      for (const { 0: number, index } of text.matchAll(/\d{1,5}/g)) {
        if (Number(number) - edge.page !== offset) continue
        add(groups, `${side} ${offset} ${text.slice(0, index)}#${text.slice(index + number.length)}`, edge)
      }
    }
  }
  const enough = Math.max(minPages, Math.ceil(pages / 2))
  return [...groups.values()]
    .filter((found) => new Set(found.map(({ page }) => page)).size >= enough)
    .flat()
    .filter((edge) => textOf(edge).length <= maxFurnitureLength)
}

/** Heads and feet of more lines than are looked at at once are found when their outer lines are gone. */
const rounds = 2

/**
 * Pages without running heads, running feet and page numbers, which would stand in the middle of sentences that go on
 * over the page: lines at a page's edge that stand on half of the pages, and at least on three, at the same height or with the same words.
 */
export function withoutFurniture(pages: Segment[][]): Segment[][] {
  let rest = pages
  for (let round = 0; round < rounds; round++) {
    const next = withoutOutermost(rest)
    if (next === rest) return rest
    rest = next
  }
  return rest
}

function withoutOutermost(pages: Segment[][]): Segment[][] {
  if (pages.length < minPages) return pages
  const edges = pages.flatMap((segments, i) => edgesOf(segments, i + 1)).sort((a, b) => a.y - b.y)
  const dropped = new Set<Segment>()
  const drop = (found: Edge[]) => {
    for (const { segments } of found) for (const segment of segments) dropped.add(segment)
  }
  let from = 0
  for (let i = 1; i <= edges.length; i++) {
    if (i < edges.length && edges[i]!.y - edges[i - 1]!.y < tolerance) continue
    drop(furnitureAmong(edges.slice(from, i), pages.length))
    from = i
  }
  drop(floatingAmong(edges, pages.length))
  if (dropped.size === 0) return pages
  const rest = pages.map((segments) => segments.filter((segment) => !dropped.has(segment)))
  return rest.every((segments) => segments.length === 0) ? pages : rest
}
