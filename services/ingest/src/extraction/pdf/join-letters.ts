import type { TextItem } from './lines.ts'

/** Letters that stand alone: a line of nothing else may be set with space between the letters of its words. */
const lettersApart = /^\S(?: \S)*$/u
const alphabetic = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu
const minLetters = 6
const minAlphabetic = 0.7
/** Gaps in ems. pdfjs writes a gap of up to 0.6 as a space within an item, so that only wider ones can be measured. */
const widestInItem = 0.6
/** Gaps of one kind differ by no more: by kerning. */
const spread = 0.1
const minGaps = 2
/** The gap between words is twice that between letters and a space, which is so wide in most fonts. */
const space = { min: 0.15, max: 0.45 }

type Line = { items: TextItem[]; from: number; to: number; gaps: number[] }

const isUpright = ({ transform: [a = 0, b = 0, c = 0] }: TextItem): boolean => a > 0 && b === 0 && c === 0
const sizeOf = ({ transform }: TextItem): number => transform[0]!
const isBlank = ({ str }: TextItem): boolean => str.trim() === ''
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Items from `from` on that stand on one line in one font and size; `items` are those with text. */
function lineAt(all: TextItem[], from: number): Line {
  const first = all[from]!
  const items = [first]
  const gaps: number[] = []
  let to = from + 1
  for (let before = first; to < all.length && !before.hasEOL; to++) {
    const item = all[to]!
    const isSame = isBlank(item) || (item.fontName === first.fontName && sizeOf(item) === sizeOf(first))
    if (!isUpright(item) || !isSame || item.transform[5] !== first.transform[5]) break
    before = item
    if (isBlank(item)) continue
    const last = items.at(-1)!
    gaps.push((item.transform[4]! - last.transform[4]! - last.width) / sizeOf(first))
    items.push(item)
  }
  return { items, from, to, gaps }
}

function isLettersApart({ items }: Line): boolean {
  if (!items.every(({ str }) => lettersApart.test(str))) return false
  const letters = items.map(({ str }) => str.replaceAll(' ', '')).join('')
  return letters.length >= minLetters && count(letters, alphabetic) >= letters.length * minAlphabetic
}

/** The narrowest gap between words on lines of one font and size; undefined where the gaps do not tell words apart for certain. */
function wordGapOf(lines: Line[]): number | undefined {
  const gaps = lines.flatMap((line) => line.gaps).sort((a, b) => a - b)
  if (gaps.length < minGaps) return undefined
  const [narrowest, widest] = [gaps[0]!, gaps.at(-1)!]
  const hasItemsOfSeveral = lines.some(({ items }) => items.some(({ str }) => str.includes(' ')))
  if (hasItemsOfSeveral) {
    // All gaps between items are one kind, and none of that kind is narrow enough to be within an item.
    const isWords = narrowest > widestInItem && widest - narrowest <= spread && widest <= 2 * widestInItem + space.max
    const words = lines.flatMap(({ items }) => items.map(({ str }) => str.replaceAll(' ', '')))
    const isText = words.filter((word) => word.length > 1).length * 2 >= words.length
    return isWords && isText && words.some((word) => new Set(word).size > 3) ? narrowest : undefined
  }
  const between = gaps.findIndex((gap) => gap - narrowest > spread)
  if (between < 0) return undefined
  const [letters, words] = [gaps[between - 1]!, gaps[between]!]
  const extra = [words - 2 * letters, widest - 2 * narrowest]
  return widest - words <= spread && extra.every((each) => each >= space.min - spread && each <= space.max + spread)
    ? words
    : undefined
}

/** The line as one item, with spaces between words alone. */
function joined({ items, gaps }: Line, wordGap: number, last: TextItem): TextItem {
  const [first, ...rest] = items
  const str = rest.reduce(
    (text, item, i) => `${text}${gaps[i]! >= wordGap ? ' ' : ''}${item.str.replaceAll(' ', '')}`,
    first!.str.replaceAll(' ', ''),
  )
  const end = items.at(-1)!
  return { ...first!, str, width: end.transform[4]! + end.width - first!.transform[4]!, hasEOL: last.hasEOL }
}

/**
 * Items in which words whose letters are set apart (`H e l l o`) are whole. Lines are changed only if they have no longer
 * words, and if the gaps of their font and size on this page tell for certain where words end; a row of letters is left alone.
 */
export function joinLetters(all: TextItem[]): TextItem[] {
  const styles = new Map<string, Line[]>()
  for (let at = 0; at < all.length; ) {
    const item = all[at]!
    if (isBlank(item) || !isUpright(item)) {
      at++
      continue
    }
    const line = lineAt(all, at)
    at = line.to
    if (!isLettersApart(line)) continue
    const style = `${item.fontName} ${sizeOf(item)}`
    styles.set(style, [...(styles.get(style) ?? []), line])
  }
  const found = [...styles.values()].flatMap((lines) => {
    const wordGap = wordGapOf(lines)
    return wordGap === undefined ? [] : lines.map((line) => ({ line, wordGap }))
  })
  if (found.length === 0) return all
  const result: TextItem[] = []
  let done = 0
  for (const { line, wordGap } of found.sort((a, b) => a.line.from - b.line.from)) {
    result.push(...all.slice(done, line.from), joined(line, wordGap, all[line.to - 1]!))
    done = line.to
  }
  return [...result, ...all.slice(done)]
}
