import type { Chunk } from '@frontdesk/contracts'
import { limits } from '@frontdesk/contracts'
import type { Block } from './extraction/document.ts'

/** How chunks are cut: characters are UTF-16 code units. */
export type ChunkLimits = { characters: number; overlap: number }

const defaults: ChunkLimits = { characters: limits.chunkCharacters, overlap: limits.chunkOverlapCharacters }

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
const longestLookBack = 512
/** Longer than any character that people see, but for those made to be long. */
const longestCharacter = 64

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
  const floor = Math.max(0, at - longestLookBack)
  while (from > floor && !standsAlone(text.charCodeAt(from))) from--
  const found = graphemes.segment(text.slice(from, at + longestCharacter)).containing(at - from)
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

/** Blocks sorted by offset, read forward: the last one that starts at or before an offset. */
function blockReader(blocks: readonly Block[]): (offset: number) => Block | undefined {
  let next = 0
  return (offset) => {
    // A chunk starts before the last one's end, so the reader may have to step back.
    while (next > 0 && blocks[next - 1]!.start > offset) next--
    while (next < blocks.length && blocks[next]!.start <= offset) next++
    return blocks[next - 1]
  }
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

/**
 * Cuts a text into chunks of at most `characters`, each repeating up to `overlap` of the one before, at headings, then
 * paragraphs, then lines and sentences, then words. Together they cover the whole text; `text.slice(start, end)` is a
 * chunk's text, except that a chunk which starts inside a table gets the table's header row in front.
 */
export function splitIntoChunks(text: string, blocks: readonly Block[] = [], chunkLimits = defaults): Chunk[] {
  const { characters, overlap } = chunkLimits
  const chunks: Chunk[] = []
  const blockAt = blockReader(blocks)
  let last = -1
  let start = 0
  while (start < text.length) {
    const block = blocks.length > 0 ? blockAt(start) : undefined
    const isInsideTable = block?.headerRow !== undefined && start > block.start && start < block.end
    const prefix = isInsideTable ? `${block.headerRow}\n` : ''
    const room = Math.max(characters - prefix.length, (characters >> 1) + overlap)
    const limit = start + room
    let end = text.length
    let isAtHeading = false
    if (limit < text.length) {
      const floor = start + Math.max(room >> 1, overlap)
      while (last + 1 < blocks.length && blocks[last + 1]!.start <= limit) last++
      const heading = headingBefore(blocks, last, floor)
      isAtHeading = heading !== undefined
      end = heading ?? endOf(text, floor, limit)
    }
    const chunk: Chunk = { index: chunks.length, text: prefix + text.slice(start, end), start, end }
    if (block?.heading !== undefined) chunk.heading = block.heading
    if (block?.page !== undefined) chunk.page = block.page
    chunks.push(chunk)
    if (end === text.length) break
    start = isAtHeading ? end : startAfter(text, end, overlap)
  }
  return chunks
}
