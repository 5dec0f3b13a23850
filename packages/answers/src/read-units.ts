import type { LabelledRow } from '@frontdesk/contracts'
import { splitIntoSentences } from '@frontdesk/language'
import { cleanMarkdown } from './clean-markdown.ts'
import { itemSign, type Line, readLines } from './read-lines.ts'
import { readTextTable } from './read-text-table.ts'

/** The smallest part of a passage that can be said by itself. */
export type Unit = {
  kind: 'sentence' | 'item' | 'record' | 'row' | 'heading' | 'question' | 'intro' | 'code'
  /** As it is said: without the signs of Markdown. */
  text: string
  /** Where it stands in the passage, as it is written there. */
  start: number
  end: number
  /** Items of one list, and the intro before them, share a number. */
  list?: number
  /** A line of a list without signs: each says what it says alone. */
  isBare?: true
  /** Its line ends count: there is code in it. */
  hasLines?: true
  /** Cut off at an edge of its chunk. */
  isFragment: boolean
  row?: LabelledRow
}

const maxHeading = 70
/** A record: some eight rows of a label and a value. */
const maxRecord = 300
/** Lines of a list without signs (utterances, names) are hardly longer. */
const maxBareLine = 100
const minBareLines = 3

const hasEnd = (text: string): boolean => /[.!?…。！？؟][)"'”’»\]]*$/u.test(text)
/** Joined with the sentence after it: alone it says nothing, and without it that one may say the opposite. */
const yesOrNo = /^(?:yes|no|yep|nope|ja|nej|jo|javisst|absolut|nein|doch|jawohl)(?:\s(?:tack|thanks|danke))?[.!,:]*$/i
const isRow = (text: string): boolean => /^[^\s:][^:\n]{0,47}:\s/.test(text)

/** Short, without a value, and with a capital or a digit first, no sign; a number in front (`3.1 Returns`) is fine. */
const readsAsHeading = (line: string): boolean =>
  line.length <= maxHeading &&
  !hasEnd(line) &&
  /^["“„«¿]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(line) &&
  !/[:;,|\t]|\d/.test(line.replace(/^\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s/, ''))

/**
 * The units of a passage in reading order. `isCut` says whether the passage begins or ends inside of its document: what
 * stands at such an edge may be a fragment. `headings` are lines that are headings whatever they look like. Furniture (page numbers, navigation) is left out. Linear in the text.
 */
export function readUnits(
  passage: string,
  isCut: { start: boolean; end: boolean } = { start: false, end: false },
  headings?: ReadonlySet<string>,
): Unit[] {
  const lines = readLines(passage, headings, isCut)
  const units: Unit[] = []
  let lists = 0
  const add = (unit: Omit<Unit, 'isFragment' | 'text'> & { text?: string }) => {
    const raw = unit.text ?? passage.slice(unit.start, unit.end)
    const text = unit.kind === 'code' || unit.hasLines ? raw.trimEnd() : cleanMarkdown(raw).trim()
    if (/[\p{L}\p{N}]/u.test(text)) units.push({ ...unit, text, isFragment: false })
  }
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!
    if (line.kind === 'blank' || line.kind === 'furniture') i++
    else if (line.kind === 'heading') {
      const text = cleanMarkdown(line.text)
      add({ kind: text.trim().endsWith('?') ? 'question' : 'heading', start: line.start, end: line.end })
      i++
    } else if (line.kind === 'table') {
      const from = i
      // The rule under a header looks like furniture.
      while (
        i < lines.length &&
        (lines[i]!.kind === 'table' || (lines[i]!.kind === 'furniture' && lines[i]!.text.includes('|')))
      )
        i++
      const caption = captionOf(units, lines[from - 1])
      for (const unit of readTextTable(lines.slice(from, i), caption)) add(unit)
    } else if (line.kind === 'fence' || line.kind === 'code') {
      const from = i
      while (
        i < lines.length &&
        (lines[i]!.kind === 'code' || (lines[i]!.kind === 'fence' && (i === from || lines[i - 1]!.kind === 'code')))
      )
        i++
      addCode(passage, lines.slice(from, i), add)
    } else if (line.kind === 'item') {
      const list = ++lists
      const intro = units.at(-1)
      if (intro?.kind === 'intro' && intro.list === undefined) intro.list = list
      i = addItems(passage, lines, i, list, add)
    } else {
      const from = i
      while (i < lines.length && lines[i]!.kind === 'text') i++
      addParagraph(passage, lines.slice(from, i), add, () => ++lists)
      const next = lines.slice(i).find(({ kind }) => kind !== 'blank')
      if (!next) continue
      markHeading(units, lines[i - 1]!, lines[i]!.kind === 'blank' || next.kind !== 'text')
    }
  }
  joinYesAndNo(units, passage)
  markFragments(units, isCut)
  return units
}

/** What stands right above a table names it, and is not said alone. */
function captionOf(units: Unit[], above: Line | undefined): string | undefined {
  const last = units.at(-1)
  if (!last || !above || above.kind === 'blank' || last.end < above.end || hasEnd(last.text)) {
    // One empty line between is common in Markdown.
    return last?.kind === 'heading' ? last.text : undefined
  }
  if (last.kind === 'sentence' || last.kind === 'intro') last.kind = 'heading'
  return last.kind === 'heading' ? last.text : undefined
}

/** Code, its lines as they are. */
function addCode(passage: string, lines: Line[], add: Add): void {
  const code = lines.filter(({ kind }) => kind === 'code')
  const [first] = code
  if (!first) return
  const last = code.at(-1)!
  add({ kind: 'code', start: first.start, end: last.end, text: passage.slice(first.start - first.indent, last.end) })
}

type Add = (unit: Omit<Unit, 'isFragment' | 'text'> & { text?: string }) => void

const isCode = ({ kind }: Line): boolean => kind === 'fence' || kind === 'code'
const goesOn = ({ indent, text }: Line, item: Line): boolean => indent > item.indent || /^\p{Ll}/u.test(text)

/** The text of an item with code in it: prose in one line, code in its lines, without the indent that they share. */
function withCode(passage: string, own: Line[]): { text: string; hasLines: true } {
  const code = own.filter(({ kind }) => kind === 'code')
  const indent = Math.min(...code.map((line) => line.indent))
  let text = ''
  let before: Line | undefined
  for (const line of own.filter(({ kind }) => kind !== 'fence')) {
    const isCode = line.kind === 'code'
    if (before) text += isCode || before.kind === 'code' ? '\n' : ' '
    text += isCode ? passage.slice(line.start - line.indent + indent, line.end) : cleanMarkdown(line.text)
    before = line
  }
  return { text, hasLines: true }
}

/** Items of a list, each with the lines that go on with it. Answers where the list ends. */
function addItems(passage: string, lines: Line[], from: number, list: number, add: Add): number {
  let i = from
  while (i < lines.length && lines[i]!.kind === 'item') {
    const at = i
    const first = lines[i]!
    let last = first
    i++
    // A wrapped item goes on in lines that are indented, or begin small; code that is indented belongs to it.
    while (
      i < lines.length &&
      (lines[i]!.kind === 'text' ? goesOn(lines[i]!, first) : isCode(lines[i]!) && lines[i]!.indent > first.indent)
    ) {
      last = lines[i]!
      i++
    }
    const own = lines.slice(at, i)
    add({ kind: 'item', start: first.start, end: last.end, list, ...(own.some(isCode) && withCode(passage, own)) })
    // One empty line between items is still one list.
    if (lines[i]?.kind === 'blank' && lines[i + 1]?.kind === 'item') i++
  }
  return i
}

/** Lines of prose, rows, headings and intros between two empty lines. */
function addParagraph(passage: string, lines: Line[], add: Add, newList: () => number): void {
  if (isBareList(lines)) {
    const list = newList()
    for (const { start, end, text } of lines) {
      add({ kind: text.endsWith('?') ? 'sentence' : 'item', start, end, list, isBare: true })
    }
    return
  }
  const [first] = lines
  const last = lines.at(-1)!
  const offset = first!.start
  const text = passage.slice(offset, last.end)
  let record: { text: string; start: number; end: number }[] = []
  const close = () => {
    if (record.length === 0) return
    const [from, to] = [record[0]!.start, record.at(-1)!.end]
    if (to - from <= maxRecord) add({ kind: 'record', start: from, end: to })
    else for (const { start, end } of record) add({ kind: 'record', start, end })
    record = []
  }
  for (const sentence of splitIntoSentences(text)) {
    for (const part of withoutHeadings(sentence)) {
      const [start, end] = [offset + part.start, offset + part.end]
      if (!part.isHeading && isRow(part.text) && !hasEnd(part.text)) {
        record.push({ text: part.text, start, end })
        continue
      }
      close()
      const kind = part.isHeading
        ? 'heading'
        : part.text.endsWith('?')
          ? 'question'
          : part.text.endsWith(':')
            ? 'intro'
            : 'sentence'
      add({ kind, start, end })
    }
  }
  close()
}

/** A heading on a line of its own has no full stop, so it comes with the sentence after it. */
function withoutHeadings(sentence: {
  text: string
  start: number
  end: number
}): { text: string; start: number; end: number; isHeading: boolean }[] {
  const newline = sentence.text.indexOf('\n')
  if (newline > 0) {
    const line = sentence.text.slice(0, newline).trimEnd()
    const rest = sentence.text.slice(newline + 1)
    const gap = rest.length - rest.trimStart().length
    if (readsAsHeading(line) && /^\s*[^\p{Ll}\s]/u.test(rest)) {
      const start = sentence.start + newline + 1 + gap
      return [
        { text: line, start: sentence.start, end: sentence.start + line.length, isHeading: true },
        ...withoutHeadings({ text: rest.trimStart(), start, end: sentence.end }),
      ]
    }
  }
  return [{ ...sentence, isHeading: false }]
}

/**
 * Whether lines are a list without signs: three or more short ones in a row, mostly without a full stop, that were not
 * wrapped: the first word of the next line would have fitted into most, or many are far shorter than the longest.
 */
function isBareList(lines: Line[]): boolean {
  if (lines.length < minBareLines || lines.some(({ text }) => text.length > maxBareLine)) return false
  if (lines.filter(({ text }) => isRow(text) || text.endsWith(':')).length > 0) return false
  const ended = lines.filter(({ text }) => /[.!…]$/.test(text)).length
  if (ended > lines.length / 3) return false
  const width = Math.max(...lines.map(({ text }) => text.length))
  const before = lines.slice(0, -1)
  const fits = before.filter((line, i) => line.text.length + 1 + lines[i + 1]!.text.split(' ', 1)[0]!.length <= width)
  const short = before.filter(({ text }) => text.length < 0.8 * width)
  return fits.length >= before.length * 0.6 || short.length >= before.length / 3
}

/** A line alone that reads as a heading is one when something stands under it. */
function markHeading(units: Unit[], line: Line, isAlone: boolean): void {
  const last = units.at(-1)
  if (last?.kind === 'sentence' && isAlone && last.start === line.start && readsAsHeading(line.text))
    last.kind = 'heading'
}

function joinYesAndNo(units: Unit[], passage: string): void {
  for (let i = 0; i + 1 < units.length; i++) {
    const [unit, next] = [units[i]!, units[i + 1]!]
    if (unit.kind !== 'sentence' || !yesOrNo.test(unit.text)) continue
    if (next.kind !== 'sentence' && next.kind !== 'intro') continue
    const text = cleanMarkdown(passage.slice(unit.start, next.end).replace(/\s+/g, ' '))
    units.splice(i, 2, { ...next, text, start: unit.start })
  }
}

function markFragments(units: Unit[], isCut: { start: boolean; end: boolean }): void {
  const [first] = units
  const last = units.at(-1)
  if (units.length < 2) return
  if (first && (first.kind === 'sentence' || first.kind === 'intro') && (isCut.start || /^\p{Ll}/u.test(first.text))) {
    first.isFragment = /^[\p{Ll}\p{P}]/u.test(first.text)
  }
  if (last?.kind === 'sentence' && !hasEnd(last.text)) last.isFragment = true
}

/** What a unit says without the sign or number that makes it an item of a list. */
export const withoutSign = (text: string): string => text.replace(itemSign, '')
