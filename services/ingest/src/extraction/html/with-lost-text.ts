import type { Piece } from '../document.ts'

/** Stretches shorter than this are buttons, dates and names of authors. */
const minLost = 100
/** So much of a piece says whether it stands in another. */
const telling = 60

/** White space means nothing: finding the main content sets it anew, not always rightly. */
const keyOf = ({ text }: Piece): string => text.replace(/\s+/g, '')

/**
 * The main content of a page as it stands among `all` of its pieces, with the stretches in its midst that were taken for
 * something else: a section whose id has "share", "related" or "copyright" in it, for example.
 */
export function withLostText(main: Piece[], all: Piece[]): Piece[] {
  const keys = all.map(keyOf)
  const whole: Piece[] = []
  /** Pieces of the main content that stand nowhere so: a table or list that was written anew. */
  let changed: Piece[] = []
  let at = -1
  for (const piece of main) {
    const found = keys.indexOf(keyOf(piece), at + 1)
    if (found < 0) {
      changed.push(piece)
      continue
    }
    whole.push(...(at < 0 ? [] : lostBetween(all.slice(at + 1, found), changed)), ...changed, all[found]!)
    changed = []
    at = found
  }
  return [...whole, ...changed]
}

/** What of a stretch is missing; nothing where it is too short to be a part of the text. */
function lostBetween(stretch: Piece[], changed: Piece[]): Piece[] {
  const there = changed.map(keyOf).join('')
  const lost = stretch.filter((piece) => !there.includes(keyOf(piece).slice(0, telling)))
  const length = lost.reduce((sum, { kind, text }) => sum + (kind === 'heading' ? 0 : text.length), 0)
  return length < minLost ? [] : lost
}
