import type { Chunk, TablePart } from '@frontdesk/contracts'
import { limits as contractLimits } from '@frontdesk/contracts'
import type { Block } from '../extraction/document.ts'

/** How chunks are cut: characters are UTF-16 code units. */
export type ChunkLimits = { characters: number; overlap: number }

const defaults: ChunkLimits = {
  characters: contractLimits.chunkCharacters,
  overlap: contractLimits.chunkOverlapCharacters,
}

const newline = 10
const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)
/** `.` `!` `?` and their likes in other scripts. */
const isSentenceMark = (code: number): boolean =>
  code === 46 ||
  code === 33 ||
  code === 63 ||
  code === 0x2026 ||
  code === 0x3002 ||
  code === 0xff01 ||
  code === 0xff1f ||
  code === 0x061f ||
  code === 0x06d4 ||
  code === 0x0964
/** Sentence marks of scripts that write no space after them. */
const isFullStop = (code: number): boolean => code === 0x3002 || code === 0xff01 || code === 0xff1f
/** What may stand between the mark and the space: `"` `'` `)` `]` and curly or angled quotes. */
const isClosing = (code: number): boolean =>
  code === 34 ||
  code === 39 ||
  code === 41 ||
  code === 93 ||
  code === 0xbb ||
  code === 0xab ||
  (code >= 0x2018 && code <= 0x201f)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** How far back the start of a character is looked for: some hundred flags without anything between them. */
const maxLookBack = 512
/** Longer than any character that people see, but for those made to be long. */
const maxCharacterLength = 64

/** Latin, Greek and Cyrillic letters, ideographs and kana: none of them goes on with the character before. */
const standsAlone = (code: number): boolean =>
  code < 0x300 ||
  (code >= 0x370 && code < 0x483) ||
  (code >= 0x48a && code < 0x530) ||
  (code > 0x30a0 && code < 0xa000) ||
  (code > 0x3040 && code < 0x3099)
const goesOn = /^(?:[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]|\u200c|\u200d)/u

/** Where the character around `at` starts and ends: what people see as one (UAX 29: flags, families, accents). */
function characterAt(text: string, at: number): { start: number; end: number } {
  let from = Math.max(0, at - 1)
  const floor = Math.max(0, at - maxLookBack)
  while (from > floor && !standsAlone(text.charCodeAt(from))) from--
  const found = graphemes.segment(text.slice(from, at + maxCharacterLength)).containing(at - from)
  return found ? { start: from + found.index, end: from + found.index + found.segment.length } : { start: at, end: at }
}

/** Whether a text may be cut at `at`: not inside what people see as one character. */
function mayCut(text: string, at: number): boolean {
  if (standsAlone(text.charCodeAt(at - 1))) {
    const code = text.charCodeAt(at)
    return standsAlone(code) || !goesOn.test(String.fromCodePoint(text.codePointAt(at)!))
  }
  return characterAt(text, at).start === at
}

/** The nearest place before or at `at`, above `floor`, where the text may be cut; never inside a surrogate pair. */
function cutAtOrBefore(text: string, at: number, floor: number): number {
  const { start } = characterAt(text, at)
  if (start > floor) return start
  const code = text.charCodeAt(at)
  const before = text.charCodeAt(at - 1)
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}

/** Whether a sentence ends right before the white space at `at - 1`. */
function endsSentence(text: string, at: number): boolean {
  let i = at - 2
  while (i > at - 6 && isClosing(text.charCodeAt(i))) i--
  return isSentenceMark(text.charCodeAt(i))
}

/**
 * Where a chunk that may reach `limit` ends: after the last paragraph in its second half, else after the last line or
 * sentence there, else after a word, else where a cut breaks no character. White space stays with what it follows.
 */
function endOf(text: string, floor: number, limit: number): number {
  // Most chunks end at a paragraph, and looking for one natively takes a fraction of the time.
  const paragraph = text.slice(floor, limit).lastIndexOf('\n\n')
  if (paragraph >= 0) {
    const at = floor + paragraph + 2
    if (!isSpace(text.charCodeAt(at)) && mayCut(text, at)) return at
  }
  let sentence = 0
  let word = 0
  for (let at = limit; at > floor; at--) {
    const code = text.charCodeAt(at - 1)
    if (code > 32 && code < 0xa0) continue
    if (isFullStop(code)) {
      if (sentence === 0 && !isClosing(text.charCodeAt(at)) && mayCut(text, at)) sentence = at
      continue
    }
    if (!isSpace(code)) continue
    // Inside a run of white space only its end counts.
    const next = text.charCodeAt(at)
    if (isSpace(next)) continue
    if (!mayCut(text, at)) continue
    if (code === newline) {
      if (text.charCodeAt(at - 2) === newline) return at
      if (sentence === 0) sentence = at
    } else if (sentence === 0 && endsSentence(text, at)) sentence = at
    if (word === 0) word = at
  }
  return sentence || word || cutAtOrBefore(text, limit, floor)
}

/** Where the chunk after one that ends at `end` starts: a line or sentence at most `overlap` back, else a word. */
function startAfter(text: string, end: number, overlap: number): number {
  let word = 0
  for (let at = end - overlap; at < end; at++) {
    const code = text.charCodeAt(at - 1)
    if (!isSpace(code) || isSpace(text.charCodeAt(at)) || !mayCut(text, at)) continue
    if (code === newline || endsSentence(text, at)) return at
    if (word === 0) word = at
  }
  if (word !== 0) return word
  const { start, end: after } = characterAt(text, end - overlap)
  return start === end - overlap ? start : Math.min(after, end)
}

/** The last heading among the blocks up to `from` that starts after `floor`: a chunk ends better before it than after. */
function headingBefore(blocks: readonly Block[], from: number, floor: number): number | undefined {
  for (let i = from; i >= 0 && blocks[i]!.start > floor; i--) {
    if (blocks[i]!.kind !== 'heading') continue
    // Of headings that follow one another the first, so that none is left behind.
    let first = i
    while (first > 0 && blocks[first - 1]!.kind === 'heading' && blocks[first - 1]!.start > floor) first--
    return blocks[first]!.start
  }
  return undefined
}

/** A line longer than this is no heading that anybody asks. */
const maxHeading = 300

/** The lines of headings that stand whole in a chunk. `textOf` gives the text of a block. */
function headingsOf(
  blocks: readonly Block[],
  { start, end }: { start: number; end: number },
  textOf: (block: Block) => string,
): string[] {
  const lines: string[] = []
  for (let i = firstEndingAfter(blocks, start); i < blocks.length && blocks[i]!.start < end; i++) {
    const block = blocks[i]!
    if (block.kind !== 'heading' || block.start < start || block.end > end) continue
    for (const line of textOf(block).split('\n')) lines.push(line.trim())
  }
  return lines.filter((line) => line !== '' && line.length <= maxHeading)
}

/** A caption beyond this leaves no room for rows. */
const captionCharacters = 150

/** What a chunk that starts inside a table gets in front: what the table is of, and the names of its columns. */
const tablePrefix = ({ headerRow, table }: Block): string =>
  [table?.caption?.slice(0, captionCharacters).toWellFormed(), headerRow]
    .filter((line) => line !== undefined && line !== '')
    .map((line) => `${line}\n`)
    .join('')

/** The rows of tables whose lines begin in a chunk, where they stand in its text. Tables that share their names are one. */
function tablesOf(
  blocks: readonly Block[],
  { start, end, prefix }: { start: number; end: number; prefix: number },
): TablePart[] {
  const parts: TablePart[] = []
  for (let i = firstEndingAfter(blocks, start); i < blocks.length && blocks[i]!.start < end; i++) {
    const { table, start: from } = blocks[i]!
    if (!table) continue
    const rows = table.rows.filter((row) => from + row.start >= start && from + row.start < end)
    if (rows.length === 0) continue
    const { caption, headers } = table
    let part = parts.at(-1)
    if (part?.headers !== headers || part.caption !== caption) {
      part = { ...(caption && { caption }), headers, rows: [] }
      parts.push(part)
    }
    const shift = prefix + from - start
    for (const row of rows) {
      part.rows.push({ ...row, start: row.start + shift, end: Math.min(row.end + shift, prefix + end - start) })
    }
  }
  return parts
}

/** The first of the blocks, which are in order, that ends after an offset. */
function firstEndingAfter(blocks: readonly Block[], offset: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (blocks[middle]!.end > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** What a place to cut is chosen by beyond a chunk's limit, and before its start. */
const lookAhead = 2 * maxCharacterLength
const lookBack = maxLookBack + maxCharacterLength
/** Text that chunks are made of already is given up this many characters at a time. */
const windowCharacters = 8_192

/** Cuts a text into chunks while it grows. */
export type ChunkCutter = {
  /** The next part of the text, and the blocks that start in it; gives the chunks that are whole by then. */
  add(part: string, blocks: readonly Block[]): Chunk[]
  /** The chunks that are left. */
  end(): Chunk[]
}

/**
 * Cuts a text into chunks of at most `characters`, each repeating up to `overlap` of the one before, at headings, then
 * paragraphs, then lines and sentences, then words. Together they cover the whole text; `text.slice(start, end)` is a
 * chunk's text, except that a chunk which starts inside a table gets the table's caption and header row in front.
 */
export function chunkCutter({ characters, overlap }: ChunkLimits = defaults): ChunkCutter {
  /** The text from `base` on, and its blocks. */
  let text = ''
  let base = 0
  let blocks: Block[] = []
  /** The last block that starts at or before `start`, and the last one that starts before the limit. */
  let current = -1
  let last = -1
  let start = 0
  let index = 0

  function forget() {
    const drop = start - base - lookBack
    if (drop < windowCharacters) return
    text = text.slice(drop)
    base += drop
    const done = Math.max(0, Math.min(current, firstEndingAfter(blocks, base)))
    blocks = blocks.slice(done)
    current -= done
    last -= done
  }

  function blockAt(offset: number): Block | undefined {
    // A chunk starts before the last one's end, so the reader may have to step back.
    while (current >= 0 && blocks[current]!.start > offset) current--
    while (current + 1 < blocks.length && blocks[current + 1]!.start <= offset) current++
    return blocks[current]
  }

  function cut(isLast: boolean): Chunk[] {
    const chunks: Chunk[] = []
    const whole = base + text.length
    while (start < whole) {
      const block = blockAt(start)
      const prefix = block && start > block.start && start < block.end ? tablePrefix(block) : ''
      const room = Math.max(characters - prefix.length, (characters >> 1) + overlap)
      const limit = start + room
      if (!isLast && whole - limit < lookAhead) break
      let end = whole
      let isAtHeading = false
      if (limit < whole) {
        const floor = start + Math.max(room >> 1, overlap)
        while (last + 1 < blocks.length && blocks[last + 1]!.start <= limit) last++
        const heading = headingBefore(blocks, last, floor)
        isAtHeading = heading !== undefined
        end = heading ?? base + endOf(text, floor - base, limit - base)
      }
      const chunk: Chunk = { index: index++, text: prefix + text.slice(start - base, end - base), start, end }
      if (block?.heading !== undefined) chunk.heading = block.heading
      const headings = headingsOf(blocks, { start, end }, (each) => text.slice(each.start - base, each.end - base))
      if (headings.length > 0) chunk.headings = headings
      if (block?.page !== undefined) chunk.page = block.page
      const tables = tablesOf(blocks, { start, end, prefix: prefix.length })
      if (tables.length > 0) chunk.tables = tables
      chunks.push(chunk)
      start = end === whole || isAtHeading ? end : base + startAfter(text, end - base, overlap)
    }
    return chunks
  }

  return {
    add(part, more) {
      forget()
      text += part
      blocks.push(...more)
      return base + text.length - start < characters ? [] : cut(false)
    },
    end: () => cut(true),
  }
}

/** The chunks of a text that is there as a whole. */
export function splitIntoChunks(text: string, blocks: readonly Block[] = [], limits = defaults): Chunk[] {
  const cutter = chunkCutter(limits)
  const chunks: Chunk[] = []
  for (const [i, block] of blocks.entries()) {
    const from = i === 0 ? 0 : block.start
    for (const chunk of cutter.add(text.slice(from, blocks[i + 1]?.start ?? text.length), [block])) chunks.push(chunk)
  }
  if (blocks.length === 0) for (const chunk of cutter.add(text, [])) chunks.push(chunk)
  for (const chunk of cutter.end()) chunks.push(chunk)
  return chunks
}
