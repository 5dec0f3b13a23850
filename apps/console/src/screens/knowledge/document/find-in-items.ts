/** A part of a text item of a page: characters from `start` to `end`. */
export type ItemPart = { item: number; start: number; end: number }

/** White space, hyphens at the ends of lines, and the marks of Markdown and of joined cells, which pages do not have. */
const unseen = /[\s\u00ad\u2010\u2011|#*_-]/u
/** A part of a quote that is shorter says too little about where it stands. */
const minPart = 12

type Squeezed = { text: string; places: { item: number; at: number }[] }

/** The characters that count, in lower case, with where each stands. */
function squeeze(items: readonly string[]): Squeezed {
  let text = ''
  const places: Squeezed['places'] = []
  for (const [item, content] of items.entries()) {
    let at = 0
    for (const character of content) {
      // Ligatures as pages have them (NFKC): one place for each letter.
      for (const letter of unseen.test(character) ? '' : character.normalize('NFKC').toLowerCase()) {
        text += letter
        places.push({ item, at })
      }
      at += character.length
    }
  }
  return { text, places }
}

/** The parts of items from one place to another, one for each item. */
function partsOf(places: Squeezed['places'], items: readonly string[]): ItemPart[] {
  const parts: ItemPart[] = []
  for (const { item, at } of places) {
    const last = parts.at(-1)
    const end = Math.min(items[item]!.length, at + 1)
    if (last?.item === item) last.end = end
    else parts.push({ item, start: at, end })
  }
  return parts
}

/**
 * Where a quote stands among the text items of a page. The text of a source was put together from these, so white space, hyphens
 * and the marks of tables don't count. What stands nowhere as a whole is looked for by its cells and sentences; `share` says how
 * much of it was found.
 */
export function findInItems(items: readonly string[], quote: string): { parts: ItemPart[]; share: number } {
  const page = squeeze(items)
  const find = (wanted: string): Squeezed['places'] => {
    const { text } = squeeze([wanted])
    const start = text === '' ? -1 : page.text.indexOf(text)
    return start < 0 ? [] : page.places.slice(start, start + text.length)
  }
  const whole = find(quote)
  if (whole.length > 0) return { parts: partsOf(whole, items), share: 1 }
  const length = squeeze([quote]).text.length
  const pieces = quote.split(/\n|\s\|\s|(?<=[.!?:])\s/).filter((piece) => squeeze([piece]).text.length >= minPart)
  const found = pieces.map(find).filter((places) => places.length > 0)
  const count = found.reduce((sum, places) => sum + places.length, 0)
  return { parts: found.flatMap((places) => partsOf(places, items)), share: length === 0 ? 0 : count / length }
}
