/** What a line of a passage is by its form alone. */
export type LineKind = 'blank' | 'heading' | 'item' | 'table' | 'furniture' | 'text' | 'fence' | 'code'
export type Line = {
  kind: LineKind
  /** Without white space around it. */
  text: string
  /** Where `text` stands in the passage. */
  start: number
  end: number
  indent: number
}

const item = /^(?:[-*•‣◦·–]|\(?\d{1,3}[.)]|\(?[a-zåäöü]\))\s+(?=\S)/u
/** The sign or number of a list item. */
export const itemSign = item

const pageNumber =
  /^[-–—[(|]?\s*(?:(?:page|sida|seite|sid\.?|p\.)\s*)?\d{1,4}(?:\s*(?:of|av|von|\/)\s*\d{1,4})?\s*[-–—\])|]?$/i
const rule = /^(?:[-=_*~·.•\s]{3,}|\|?[\s:|-]{3,}\|?)$/
const leaders = /(?:\.\s?){4,}\s*\d{1,4}$/
const legal =
  /^(?:©|\(c\)\s|copyright\b)|\ball rights reserved\b|^(?:table of contents|contents|innehåll|innehållsförteckning|inhaltsverzeichnis|inhalt)$/i
const navigation =
  /^(?:skip to (?:main )?content|back to top|read more|läs mer|mehr lesen|print(?: this page)?|skriv ut|drucken|share|dela|teilen|home|hem|startseite|menu|meny|menü|log in|logga in|anmelden|search|sök|suche|cookie settings|accept cookies|previous|next|föregående|nästa|zurück|weiter)[\s.…→›»]*$/i
const address = /^(?:https?:\/\/|www\.)\S+$/i

/** Words of a page around what it says: page numbers, rules, entries of a table of contents, navigation. */
const isFurniture = (text: string): boolean =>
  pageNumber.test(text) ||
  rule.test(text) ||
  leaders.test(text) ||
  legal.test(text) ||
  navigation.test(text) ||
  address.test(text)

function kindOf(text: string, headings: ReadonlySet<string> | undefined): LineKind {
  if (text === '') return 'blank'
  if (headings?.has(text)) return 'heading'
  if (isFurniture(text)) return 'furniture'
  if (/^#{1,6}\s+\S/.test(text)) return 'heading'
  // A whole line in bold is a heading too.
  if (/^(\*\*|__)[^*_]{1,80}\1:?$/.test(text)) return 'heading'
  if (/^\|.*\|$/.test(text) || /\S\s*\t\s*\S/.test(text) || /\S\s+\|\s+\S/.test(text)) return 'table'
  return item.test(text) ? 'item' : 'text'
}

const fence = /^\s{0,8}(?:`{3,}|~{3,})[\w+#.-]{0,20}\s*$/

/**
 * The lines of a passage and what each is; `headings` are those that are known to be headings. What stands between fences is
 * code; `isCut` says whether the passage may begin, or end, between them. Linear in the text.
 */
export function readLines(
  passage: string,
  headings?: ReadonlySet<string>,
  isCut: { start: boolean; end: boolean } = { start: false, end: false },
): Line[] {
  const raws = passage.split('\n')
  const fences = raws.filter((raw) => fence.test(raw)).length
  // One without another: code that was cut. Which it is can be seen where only one of the edges cuts.
  let isCode = fences % 2 === 1 && isCut.start && !isCut.end
  const lines: Line[] = []
  let at = 0
  for (const raw of raws) {
    const text = raw.trim()
    const indent = raw.length - raw.trimStart().length
    const isFence = fence.test(raw)
    const kind = isFence ? 'fence' : isCode ? 'code' : kindOf(text, headings)
    lines.push({ kind, text, start: at + indent, end: at + indent + text.length, indent })
    if (isFence) isCode = !isCode
    at += raw.length + 1
  }
  return lines
}
