import { findRowEnds } from './find-row-ends.ts'

/** A sentence and where it stands: `text` is the text from `start` to `end` (UTF-16 code units). */
export type Sentence = { text: string; start: number; end: number }

// Written as they stand before their full stop. English, Swedish and German; those that often end a sentence too (etc, m.m)
// are told apart by what follows.
const abbreviations = new Set(
  `mr mrs ms dr prof st jr sr vs fig no nos vol pp ed eds e.g i.e cf al approx dept est inc ltd co corp jan feb mar apr
  jun jul aug sep sept oct nov dec gen col lt sgt rev hon
  t.ex bl.a d.v.s dvs m.a.o s.k o.s.v osv m.m m.fl f.d fr.o.m t.o.m p.g.a pga t.h t.v resp ca kl tel nr st st:t tr
  okt kap sid art ung inkl exkl moms forts jfr ev eg etc enl f.n f.ö i.st i.sht kr mån n.b o.d o.dyl obs p.s s:t u.a
  z.b bzw nr abs usw d.h inkl zzgl ggf evtl std min mio mrd max str bspw sog i.d.r vgl gem lt s.o z.t`.split(/\s+/),
)
// After these a capital letter still begins a new sentence.
const oftenLast = new Set([
  'etc',
  'm.m',
  'm.fl',
  'o.s.v',
  'osv',
  'o.d',
  'o.dyl',
  'inc',
  'ltd',
  'co',
  'corp',
  'kr',
  'moms',
  'st',
  'no',
  'usw',
  'std',
  'min',
  'mio',
  'mrd',
  'max',
  'str',
])
// `31. Dezember`, `1. Quartal`: German writes ordinals with a full stop and these with a capital.
const germanAfterOrdinal =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Halbjahr|Jahrhundert|Etage|Stock|Obergeschoss|Klasse|Lebensjahr|Tag|Woche|Monat|Jahr)/

const isSpace = (character: string): boolean => character === ' ' || character === '\t' || character === '\u00a0'
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'
const closing = new Set(['"', "'", ')', ']', '”', '’', '»', '«', '…'])
const opening = new Set(['"', "'", '(', '[', '“', '‘', '»', '«', '–', '-', '*', '¿', '¡'])
const isUpper = (character: string): boolean => character !== character.toLowerCase()
const isLower = (character: string): boolean => character !== character.toUpperCase()

/** The word that a full stop at `at` ends, lower case, its inner full stops kept: `e.g` of `e.g.`. At most 12 characters. */
function wordBefore(text: string, at: number): string {
  let start = at
  while (start > 0 && at - start < 12) {
    const character = text[start - 1]!
    if (!(isUpper(character) || isLower(character) || isDigit(character) || character === '.' || character === ':'))
      break
    start--
  }
  return text.slice(start, at).toLowerCase()
}

/** Whether the full stop at `at` ends a sentence; `next` is where the text goes on after white space. */
function endsSentence(text: string, at: number, next: number): boolean {
  let first = next
  while (first < text.length && opening.has(text[first]!)) first++
  const follows = text[first]
  if (follows === undefined) return true
  // A sentence begins with a capital, a digit, or a letter that has no case.
  if (isLower(follows)) return false
  const word = wordBefore(text, at)
  if (abbreviations.has(word)) return oftenLast.has(word) && isUpper(follows)
  // An initial: `J. Smith`. One letter alone, so `Plan B. Next` is lost; names are more common.
  if (word.length === 1 && isUpper(text[at - 1]!) && isUpper(follows)) return false
  // `den 3. maj` begins small; `kl. 8. 30` and numbered lists (`1. Öppna`) are not ends.
  if (/^\d{1,3}$/.test(word)) {
    const before = text[at - word.length - 1]
    if (before === undefined || before === '\n') return false
    if (isDigit(follows) || germanAfterOrdinal.test(text.slice(first, first + 15))) return false
  }
  return true
}

/**
 * Sentences in order, without the white space around them; together they hold every other character of the text. A line
 * end ends a sentence only before an empty line or a list item, and between the rows of forms and tables: wrapped lines
 * stay together. Abbreviations (e.g., t.ex., bl.a.), decimals, dates and initials don't end one. Linear in the text.
 */
export function splitIntoSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const cut = (end: number): void => {
    let from = start
    let to = end
    while (from < to && text[from]!.trim() === '') from++
    while (to > from && text[to - 1]!.trim() === '') to--
    if (to > from) sentences.push({ text: text.slice(from, to), start: from, end: to })
    start = end
  }
  const rowEnds = findRowEnds(text)
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (character === '\n') {
      if (breaksLine(text, i) || rowEnds.has(i)) cut(i + 1)
      continue
    }
    if (character === '。' || character === '！' || character === '？') {
      cut(i + 1)
      continue
    }
    if (character !== '.' && character !== '!' && character !== '?' && character !== '…' && character !== '؟') continue
    let end = i + 1
    while (
      end < text.length &&
      (text[end] === '.' || text[end] === '!' || text[end] === '?' || closing.has(text[end]!))
    )
      end++
    let next = end
    while (next < text.length && (isSpace(text[next]!) || text[next] === '\n' || text[next] === '\r')) next++
    // No white space: a decimal, a date, an address, `e.g.`
    const isEnd =
      next === text.length ||
      (next > end && (character === '.' ? endsSentence(text, i, next) : startsAfter(text, next)))
    if (isEnd) cut(end)
    i = end - 1
  }
  cut(text.length)
  return sentences
}

/** `!` and `?` inside a sentence (`Yahoo! is`) are followed by a small letter. */
const startsAfter = (text: string, next: number): boolean => !isLower(text[next]!)

/** Whether the line end at `at` separates: an empty line follows, or the next line is a list item or heading. */
function breaksLine(text: string, at: number): boolean {
  let next = at + 1
  while (next < text.length && (isSpace(text[next]!) || text[next] === '\r')) next++
  const follows = text[next]
  if (follows === undefined || follows === '\n') return true
  if ('-*•#|'.includes(follows)) return true
  if (!isDigit(follows)) return false
  let end = next
  while (end - next < 3 && isDigit(text[end])) end++
  return (text[end] === '.' || text[end] === ')') && text[end + 1] === ' '
}
