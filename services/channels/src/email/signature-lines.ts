import {
  ambiguousClosings,
  closings,
  devices,
  getOutlook,
  programLines,
  sentFrom,
  sentFromEnds,
  smallPrint,
  thanks,
} from './phrases.ts'

/** Lines of a signature behind `-- `, and behind a closing phrase; what is longer is text. */
const delimitedLines = 20
const closedLines = 20
/** Closing phrases of one mail: the one that was typed, and that of the program's signature. */
const closingsOfAMail = 2
/** Lines that the name between two closing phrases may take. */
const linesBetweenClosings = 4
/** Words from which on a line is a sentence and not a title. */
const sentenceWords = 9
const lineCharacters = 160

/** A line without what stands around its words; of a long one the beginning. */
const bare = (line: string): string =>
  line
    .trim()
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/^[\s*_]+|[\s,.!:;*_–-]+$/g, '')
const isBlank = (line: string): boolean => line.trim() === ''
const wordsIn = (line: string): string[] => line.slice(0, 2_000).trim().split(/\s+/)

/**
 * Parts a text of a person's own in what was written and the signature under it: what a program added (`Sent from my
 * iPhone`), what stands behind `-- `, and a closing phrase with names, titles and addresses behind it. In doubt a line is text.
 */
export function splitSignature(lines: readonly string[]): { text: string[]; signature: string[] } {
  let end = endOfText(lines, lines.length)
  while (end > 0 && isProgramLine(lines[end - 1]!)) end = endOfText(lines, end - 1)
  const delimiter = delimiterIn(lines.slice(0, end))
  if (delimiter !== undefined) end = delimiter
  for (let count = 0; count < closingsOfAMail; count++) {
    const body = lines.slice(0, endOfText(lines, end))
    const at = closingIn(body, count === 0 ? closedLines : linesBetweenClosings)
    if (at === undefined) break
    end = at
  }
  if (end < lines.length && lines.slice(end).some((line) => !isBlank(line))) end = endOfDivided(lines, end)
  return { text: lines.slice(0, end), signature: lines.slice(end) }
}

/** Where the text above a signature or a quote ends, without lines that only divide it from that. */
function endOfDivided(lines: readonly string[], from: number): number {
  let end = endOfText(lines, from)
  while (end > 1 && isDivider(lines[end - 1]!)) end = endOfText(lines, end - 1)
  return end === 0 ? from : end
}

function endOfText(lines: readonly string[], from: number): number {
  let end = from
  while (end > 0 && isBlank(lines[end - 1]!)) end--
  return end
}

const isProgramLine = (line: string): boolean => {
  // `Sent with [Proton Mail](https://…)`
  const lower = line.trim().toLowerCase().replaceAll('[', '')
  if (lower.length > lineCharacters) return false
  const namesDevice = (text: string) => devices.some((device) => text.includes(device))
  if (programLines.some((beginning) => lower.startsWith(beginning)))
    return namesDevice(lower) || wordsIn(lower).length < sentenceWords
  if (getOutlook.test(lower)) return true
  if (lower.length > 80 || /[?!]$/.test(lower)) return false
  const beginning = sentFrom.find((each) => lower.startsWith(each))
  if (beginning !== undefined) return namesDevice(wordsIn(lower.slice(beginning.length)).slice(0, 2).join(' '))
  const ends = bare(lower)
  if (!namesDevice(lower)) return false
  return sentFromEnds.some((end) => ends.endsWith(end)) || (ends.startsWith('von ') && ends.endsWith(' gesendet'))
}

/** Lines above a quote, without those at their end that only divide them from it; `--` waits for a signature that is gone. */
export const withoutDivider = (lines: readonly string[]): string[] => lines.slice(0, endOfDivided(lines, lines.length))

/** A line that only divides: it stands above a signature or a quote, and says nothing without it. */
const isDivider = (line: string): boolean => /^[-_=*~–—]{2,}$/.test(line.trim())

function delimiterIn(lines: readonly string[]): number | undefined {
  for (let at = Math.max(0, lines.length - 1 - delimitedLines * 2); at < lines.length; at++) {
    const line = lines[at]!
    const isDelimiter = line === '-- '
    if (!isDelimiter && !['--', '—', '---', '__'].includes(line.trim())) continue
    const rest = lines.slice(at + 1).filter((each) => !isBlank(each))
    if (rest.length <= delimitedLines && (isDelimiter || rest.every(isSignatureLine))) return at
  }
  return undefined
}

/** Where the last closing phrase begins, when nothing but a signature stands under it and something above. */
function closingIn(lines: readonly string[], maxLines: number): number | undefined {
  let written = 0
  for (let at = lines.length - 1; at > 0 && written < maxLines; at--) {
    const line = lines[at]!
    if (isBlank(line)) continue
    const isAfterThanks =
      written > 0 && thanks.has(bare(line)) && isName(lines.slice(at + 1).find((each) => !isBlank(each))!)
    if (isClosing(line)) return lines.slice(0, at).every(isBlank) ? undefined : at
    if (isAfterThanks) return at + 1
    // `mvh`, and under it `anna`.
    const isUnderClosing = isPlainName(line) && isClosing(lines.slice(0, at).findLast((each) => !isBlank(each)) ?? '')
    if (!isUnderClosing && !isSignatureLine(line)) return undefined
    written++
  }
  return undefined
}

/** Names, titles, addresses, numbers and small print; not sentences, questions, lists or afterthoughts. */
function isSignatureLine(line: string): boolean {
  const text = line.trim()
  if (/^p\.? ?s\b/i.test(text)) return false
  const lower = text.slice(0, 2_000).toLowerCase()
  if (text.length > 60 && smallPrint.some((phrase) => lower.includes(phrase))) return true
  if (text.endsWith('?') || text.length > lineCharacters) return false
  if (isProgramLine(text) || isContact(lower) || /^\[[^\]]*\]$/.test(text)) return true
  const words = wordsIn(text)
  if (words.length >= sentenceWords || /[.:!,]$/.test(text.replace(/\b(?:AB|Ltd|Inc|Co|Corp)\.$/, ''))) return false
  const capitals = words.filter((word) => /^[\p{Lu}\d&(+/|–-]/u.test(word)).length
  return capitals > 0 && (words.length <= 4 || capitals * 2 >= words.length) && !/^\d+ ?\p{Ll}/u.test(text)
}

/** A line that tells how to reach someone: an address, a number, a site; parts of it between bars. */
function isContact(lower: string): boolean {
  if (
    /[@|•·]|www\.|https?:|\borg\.? ?nr|\b(?:tel|tfn|phone|mobile?|fax|växel|direkt|e-?mail|e-?post)\b ?[.:+\d]/.test(
      lower,
    )
  ) {
    return wordsIn(lower).length < sentenceWords * 3 && !/[!?]$/.test(lower)
  }
  const digits = lower.replaceAll(/\D/g, '').length
  return digits >= 6 && digits * 2 >= lower.replaceAll(/[\s()+-]/g, '').length
}

function isClosing(line: string): boolean {
  const text = line.trim()
  if (text.length > 80) return false
  // `/Anna`, `// Anna Berg`, as Swedes sign.
  if (/^\/{1,2} ?\p{Lu}[\p{L}.-]{0,30}(?: \p{Lu}[\p{L}.-]{0,30}){0,2}$/u.test(text)) return true
  const lower = bare(text)
  const phrase = closings.find((each) => lower.startsWith(each))
  if (!phrase) return false
  if (lower === phrase) return true
  const rest = text.slice(text.toLowerCase().indexOf(phrase) + phrase.length)
  const name = rest.replace(/^[\s,.!:/-]+/, '')
  if (rest === name) return false
  // `Mvh Anna Berg`, `mvh anna`, `Best, Anna`; `Best Western` is a hotel.
  if (ambiguousClosings.has(phrase)) return isName(name) && (phrase !== 'best' || rest.startsWith(','))
  return isName(name) || isPlainName(name)
}

/** One to four words that begin with a capital, as names and firms do, or with a digit, as their numbers. */
function isName(text: string): boolean {
  const words = text.trim().replace(/[,.]$/, '').split(/\s+/)
  return words.length <= 4 && words.every((word) => /^[\p{Lu}&(+\d]/u.test(word)) && !/[.?!:]$/.test(text.trim())
}

/** One or two words of nothing but letters, as those write their names who write no capitals. */
const isPlainName = (text: string): boolean =>
  /^\p{L}[\p{L}.-]{0,20}(?: \p{L}[\p{L}.-]{0,20})?$/u.test(text.trim().slice(0, 60))
