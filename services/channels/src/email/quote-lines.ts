import type { Line } from './html-lines.ts'
import { attributionForms, forwardLines, forwardMarks, headerNames, originalMarks, quotingWords } from './phrases.ts'

/** Characters and lines that the line before a quote may have: a long name and a long address, wrapped at 70. */
const attributionCharacters = 500
const attributionLines = 4
/** No program wraps a line that is shorter; `On Fri, Nov 20, 2026 at 10:31 AM <` has 35. */
const wrappedCharacters = 30
/** Lines that the block of headers before a quote may have, wrapped values and empty lines between included. */
const headerBlockLines = 30
/** Lines that one value of it is wrapped to: a long list of recipients. */
const wrappedLines = 4

const verbs = [...new Set(attributionForms.map(([, verb]) => verb))]
const weekdays = /^(?:\d|mån|tis|ons|tor|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun)/
/** Short ones of other languages, which are the beginnings of many words: a day of the month follows. */
const otherWeekdays =
  /^(?:po|út|ut|st|št|čt|pá|pi|so|ne|pon|wt|śr|czw|pt|sob|niedz|man|tir|lør|søn|ma|ti|ke|to|pe|la|su|di|wo|do|vr|za|zo|пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье)\p{L}{0,12}[.,]{0,2} ?\d/u
/** Marks of the direction of writing, which programs put around names and addresses. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const boxed = /[<([] ?[^\s<>()[\]]{1,254}@[^\s<>()[\]]{1,254}[>)\]]/
const year = /(?:19|20)\d\d/
const timeOfDay = /\d{1,2}[:.h]\d{2}(?!\d)/

/** What begins at a line: `lines` of it are the mark itself. */
export type QuoteStart = {
  /**
   * `quote` holds up to the end of the mail; `attribution` is the line before a quote that is marked line by line, and
   * `headers` a block of headers, with which both replies and forwards begin.
   */
  kind: 'attribution' | 'quote' | 'headers' | 'forward'
  lines: number
}

/**
 * Reads plain text as lines, with the `>` signs before a line as its depth; in a mail that answers nothing they are the sender's
 * own signs.
 */
export function textToLines(text: string, answers = true): Line[] {
  const lines = text.replaceAll('\u00a0', ' ').split('\n')
  return lines.map((line, at) => {
    if (!answers) return { text: line, depth: 0, indent: 0, isSignature: false }
    // `>From` is how mailboxes write a line of text that begins with `From`.
    // An address that is wrapped before its last bracket: `… Shop <support@shop.example` and `>:`
    if (isEndOfHead(line) && /<[^<>\s]{3,254}@[^<>\s]{1,254}$/.test(lines[at - 1]?.slice(-600) ?? '')) {
      return { text: line, depth: 0, indent: 0, isSignature: false }
    }
    const signs = line.startsWith('>From ') ? '' : (/^ ?(?:> ?)+/.exec(line)?.[0] ?? '')
    const own = line.slice(signs.length || (line.startsWith('>From ') ? 1 : 0))
    return { text: own, depth: signs.replaceAll(' ', '').length, indent: 0, isSignature: false }
  })
}

/** `>:`, `> wrote:`: what is left of the line before a quote when it was wrapped within an address. */
const isEndOfHead = (line: string): boolean =>
  line.startsWith('>') && line.length <= 60 && /[:：]$/.test(line.trimEnd())

/** What of a quote begins at this line, if anything does. Looks at no more than thirty lines. */
export function quoteStartAt(lines: readonly Line[], at: number): QuoteStart | undefined {
  const line = lines[at]!
  const text = line.text.trim()
  const isMarked = line.mark === 'attribution' || line.mark === 'quote'
  if (text === '' && line.mark !== 'rule' && line.mark !== 'quote') return undefined
  const mark = dashedMark(text)
  if (mark && forwardMarks.has(mark)) return { kind: 'forward', lines: 1 }
  if (forwardLines.has(text.toLowerCase())) return { kind: 'forward', lines: 1 }
  // `-----Shop <support@shop.example> skrev: -----`, as Notes has it.
  if (mark && (originalMarks.has(mark) || verbs.some((verb) => mark.endsWith(`${verb}:`) || mark.endsWith(verb)))) {
    const next = nextWritten(lines, at + 1)
    if ((lines[next]?.depth ?? 0) > line.depth) return { kind: 'attribution', lines: 1 }
    return { kind: 'headers', lines: next - at + headerBlockAt(lines, next, true) }
  }
  if (line.mark === 'rule' || isUnderscores(text)) {
    const next = nextWritten(lines, at + 1)
    const headers = headerBlockAt(lines, next, true)
    return headers > 0 ? { kind: 'headers', lines: next - at + headers } : undefined
  }
  if (line.mark === 'quote') {
    const next = nextWritten(lines, at)
    return { kind: 'headers', lines: next - at + headerBlockAt(lines, next, true) }
  }
  const headers = headerBlockAt(lines, at, false)
  if (headers > 0) return { kind: 'headers', lines: headers }
  return attributionAt(lines, at, isMarked)
}

/** `----- Original Message -----` → `original message`. */
function dashedMark(text: string): string | undefined {
  if (!text.startsWith('--') || text.length > 120) return undefined
  return text
    .replaceAll(/^-+|-+$/g, '')
    .trim()
    .toLowerCase()
}

const isUnderscores = (text: string): boolean => text.length >= 10 && text.length <= 200 && /^_+$/.test(text)

/** The first line from `at` on, of the next three, that has text; `at` when none has. */
function nextWritten(lines: readonly Line[], at: number): number {
  for (let i = at; i < Math.min(lines.length, at + 4); i++) if (lines[i]!.text.trim() !== '') return i
  return at
}

function attributionAt(lines: readonly Line[], at: number, isMarked: boolean): QuoteStart | undefined {
  const { depth } = lines[at]!
  if (isMarked) {
    const near = lines.slice(at, at + attributionLines + 1)
    const count = near.findIndex(({ mark }) => mark !== 'attribution')
    const isBefore = count > 0 && (lines[nextWritten(lines, at + count)]?.depth ?? 0) > depth
    if (isBefore) return { kind: 'attribution', lines: count }
  }
  const parts: string[] = []
  for (let count = 1; count <= attributionLines && at + count <= lines.length; count++) {
    const line = lines[at + count - 1]!
    if (line.text.trim() === '' || line.depth !== depth) break
    parts.push(withAsciiDigits(line.text.replaceAll(directions, '')).trim().toLowerCase())
    const joined = parts.join(' ')
    if (joined.length > attributionCharacters) break
    const hasColon = /[:：]$/.test(joined)
    // `On …, Shop <support@shop.example> wrote`
    if (!hasColon && !(endsInVerb(joined) && isNamed(joined))) continue
    const form = formOf(joined)
    if (form === undefined ? count > 1 || !isLikely(joined) : beginsLater(parts, form)) continue
    const next = nextWritten(lines, at + count)
    const quoted = lines[next]
    const isBeforeQuote = quoted !== undefined && (quoted.depth > depth || quoted.indent > lines[at]!.indent)
    if (isBeforeQuote) return { kind: 'attribution', lines: count }
    if (!hasColon) continue
    if (form !== undefined && quoted !== undefined && isCertain(joined)) return { kind: 'quote', lines: count }
    if (isMarked) return { kind: 'attribution', lines: count }
  }
  return undefined
}

/** `٢٦` and `२६` as `26`: programs write dates in the digits of their language. The digits of a script follow each other. */
const withAsciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
    return String(value)
  })

/** How the line before a quote begins: with a word of its own (`On …`, `Den …`), with the date alone, or with a name. */
type Form = 'word' | 'date' | 'name'

function formOf(text: string): Form | undefined {
  if (!/\d/.test(text)) return undefined
  const forms = attributionForms.filter(([, verb]) => text.includes(verb))
  if (forms.some(([beginning]) => beginning !== '' && text.startsWith(beginning))) return 'word'
  const isDated = weekdays.test(text) || otherWeekdays.test(text)
  if (forms.some(([beginning]) => beginning === '') && isDated) return 'date'
  return isNamed(text) ? 'name' : undefined
}

/** It has an address in brackets, a year and a time: in whatever language, nobody but a program writes that. */
const isNamed = (text: string): boolean => boxed.test(text) && year.test(text) && timeOfDay.test(text)

/** Whether the first of these lines is the customer's, and the line before the quote begins under it. */
function beginsLater(parts: readonly string[], form: Form): boolean {
  const later = parts.slice(1).map((_, index) => formOf(parts.slice(index + 1).join(' ')))
  if (parts.slice(0, -1).some((line) => line.length < wrappedCharacters)) return true
  // A date that is wrapped looks as if it began on the second line.
  const mayBeWrapped = form === 'word' && /\d/.test(parts[0]!)
  return later.includes('word') || later.includes('name') || (later.includes('date') && !mayBeWrapped)
}

/** It names an address where a program has it, before the colon or before the verb: nobody writes that before text. */
function isCertain(text: string): boolean {
  const ends = text.slice(0, -1).trimEnd()
  if (!text.includes('@')) return false
  if (/[>)\]]$/.test(ends) || ends.split(' ').at(-1)!.includes('@')) return true
  const verb = verbs.find((each) => ends.endsWith(each))
  if (verb === undefined) return false
  const before = ends.slice(0, -verb.length).trimEnd()
  return /[>)\]]$/.test(before) || before.split(' ').at(-1)!.includes('@') || isNamed(text)
}

const endsInVerb = (text: string): boolean => verbs.some((verb) => text.endsWith(verb))

/** `Anna Berg <anna@example.com> wrote:`, `Anna skrev i fredags:`, or a date and an address in whatever language. */
const isLikely = (text: string): boolean =>
  text.length <= 200 &&
  (quotingWords.some((word) => text.startsWith(word)) ||
    verbs.some((verb) => text.includes(verb)) ||
    (text.includes('@') && /\d/.test(text)))

/** How many lines from `at` on are a block of headers as programs write it before a quote; 0 when it is none. */
function headerBlockAt(lines: readonly Line[], at: number, isMarked: boolean): number {
  if (lines[at] === undefined || headerNameOf(lines[at].text) === undefined) return 0
  const seen = new Set<string>()
  let hasAddress = false
  let count = 0
  let continued = 0
  for (let i = at; i < Math.min(lines.length, at + headerBlockLines); i++) {
    const { text, depth } = lines[i]!
    if (depth !== lines[at].depth) break
    const name = headerNameOf(text)
    // The block that the quoted mail itself begins with is not a part of this one.
    if (name === 'from' && seen.has('from')) break
    // Programs write whom it is from first, or what it is about or when.
    if (!isMarked && seen.size >= 2 && !seen.has('from')) break
    if (name) {
      seen.add(name)
      continued = 0
      count = i - at + 1
      if (name === 'from') hasAddress = text.includes('@')
    } else if (text.trim() === '') {
      // An empty line may stand between two headers, and text behind it is not of the block.
      if (headerNameOf(lines[i + 1]?.text ?? '') === undefined) break
    } else if (++continued > wrappedLines || !(/^\s/.test(text) || lines[i - 1]!.text.length >= wrappedCharacters))
      break
  }
  const isBlock = seen.has('from') && (seen.has('date') || seen.has('subject')) && seen.size >= 3
  // A traveller too writes From, To and Date; only mails have a subject or an address there.
  const isWhole = seen.has('subject') && seen.has('date') && seen.has('to')
  if (isBlock && (isMarked || isWhole || hasAddress)) return count
  return isMarked && seen.has('from') && seen.size >= 2 ? count : 0
}

/** The kind of header that a line is: `From: …`, `*Från:* …`, `Subject: | …` of a table. */
function headerNameOf(line: string): string | undefined {
  const text = line.trimStart().slice(0, 40)
  const colon = text.search(/[:：]/)
  if (colon < 1 || colon > 22) return undefined
  const name = text.slice(0, colon).replaceAll('*', '').trim().toLowerCase()
  return headerNames.get(name)
}
