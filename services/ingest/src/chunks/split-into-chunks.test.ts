import { limits } from '@frontdesk/contracts'
import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, BlockKind } from '../extraction/document.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('word', 'a', 'Sentence.', 'Why?', '“Quoted.”', '说话。', 'हिन्दी।', 'e\u0301\u0302'),
  },
  { weight: 3, arbitrary: fc.constantFrom(' ', ' ', '\n', '\n\n', '  ') },
  { weight: 1, arbitrary: fc.constantFrom('😀', '👩‍👩‍👧‍👦', '👍🏽', '\ud83d', '\udc00', 'ﷺ', 'x'.repeat(400)) },
)
const texts = fc.array(pieces, { minLength: 1, maxLength: 600 }).map((parts) => parts.join(''))

function blocksOf(text: string, cuts: number[], kinds: BlockKind[]): Block[] {
  const edges = [...new Set([0, ...cuts.map((cut) => cut % text.length)])].sort((a, b) => a - b)
  return edges.map((start, i) => {
    const kind = kinds[i % kinds.length]!
    return {
      kind,
      start,
      end: edges[i + 1] ?? text.length,
      heading: `Heading ${i}`,
      page: i + 1,
      ...(kind === 'table' && { headerRow: 'Name | Price' }),
    }
  })
}

const documents = fc
  .tuple(
    texts,
    fc.array(fc.nat(10_000), { maxLength: 12 }),
    fc.array(fc.constantFrom<BlockKind>('paragraph', 'heading', 'table', 'list'), { minLength: 1, maxLength: 5 }),
  )
  .map(([text, cuts, kinds]) => ({ text, blocks: blocksOf(text, cuts, kinds) }))

const sizes = fc.constantFrom(
  { characters: 800, overlap: 150 },
  { characters: 100, overlap: 20 },
  { characters: 60, overlap: 0 },
)

describe('any text cut into chunks', () => {
  it('is covered completely and in order by chunks with correct offsets, none too long or overlapping too much', () => {
    fc.assert(
      fc.property(documents, sizes, ({ text, blocks }, size) => {
        const chunks = splitIntoChunks(text, blocks, size)
        expect(chunks[0]!.start).toBe(0)
        expect(chunks.at(-1)!.end).toBe(text.length)
        for (const [i, chunk] of chunks.entries()) {
          const body = text.slice(chunk.start, chunk.end)
          expect(chunk.index).toBe(i)
          expect(chunk.text === body || chunk.text === `Name | Price\n${body}`).toBe(true)
          expect(chunk.text.length).toBeLessThanOrEqual(size.characters)
          const before = chunks[i - 1]
          if (!before) continue
          expect(chunk.start).toBeLessThanOrEqual(before.end)
          expect(before.end - chunk.start).toBeLessThanOrEqual(size.overlap)
          expect(chunk.start).toBeGreaterThan(before.start)
          expect(chunk.end).toBeGreaterThan(before.end)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('is never cut inside a surrogate pair, nor before a combining mark or joiner if another place is near', () => {
    fc.assert(
      fc.property(documents, sizes, ({ text, blocks }, size) => {
        // Blocks begin where readers put them, so only cuts of our own count.
        const starts = new Set(blocks.map(({ start }) => start))
        for (const { start, end } of splitIntoChunks(text, blocks, size)) {
          for (const at of [start, end]) {
            if (at === 0 || at === text.length || starts.has(at)) continue
            const pair = text.slice(at - 1, at + 1)
            expect(/^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)).toBe(false)
            expect(/^\p{M}|^\u200d|^[\u{1f3fb}-\u{1f3ff}]/u.test(text.slice(at, at + 2))).toBe(false)
          }
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('gives each chunk the heading and the page of its start', () => {
    fc.assert(
      fc.property(documents, ({ text, blocks }) => {
        for (const { start, heading, page } of splitIntoChunks(text, blocks)) {
          const block = blocks.findLast((each) => each.start <= start)!
          expect({ heading, page }).toEqual({ heading: block.heading, page: block.page })
        }
      }),
      { numRuns: runs(100) },
    )
  })
})

it('no flag, family emoji, accented letter or syllable is split, with or without spaces between them', () => {
  const characters = ['🇸🇪', '🇳🇴', '👩‍👩‍👧‍👦', '👍🏽', 'क्षि', 'e\u0301\u0302', '각', 'é', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'x', ' ', '漢']
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const runs = fc.array(fc.constantFrom(...characters), { minLength: 60, maxLength: 400 })
  fc.assert(
    fc.property(runs, sizes, (run, size) => {
      const text = run.join('')
      const edges = new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length)
      for (const { start, end } of splitIntoChunks(text, [], size)) {
        expect(edges.has(start) && edges.has(end), `${start} to ${end}`).toBe(true)
      }
    }),
  )
})

it('a short text is one chunk, an empty text has none', () => {
  expect(splitIntoChunks('Short.')).toEqual([{ index: 0, text: 'Short.', start: 0, end: 6 }])
  expect(splitIntoChunks('')).toEqual([])
})

it('chunks end at paragraphs, else at sentences, else at words', () => {
  const sentence = 'This sentence has exactly ten words in it, I think. '
  const paragraphs = Array.from({ length: 8 }, () => sentence.repeat(6).trim()).join('\n\n')
  for (const { text } of splitIntoChunks(paragraphs).slice(0, -1)) expect(text).toMatch(/think\.\n\n$/)
  for (const { text } of splitIntoChunks(sentence.repeat(60)).slice(0, -1)) expect(text).toMatch(/think\. $/)
  for (const { text } of splitIntoChunks('word '.repeat(600)).slice(0, -1)) expect(text).toMatch(/^word.*word $/)
})

it('a heading begins a chunk rather than ending one, and nothing before it is repeated', () => {
  const before = 'Words of the section before. '.repeat(25).trim()
  const after = 'Words of the next section. '.repeat(25).trim()
  const text = `${before}\n\nHeading\n\n${after}`
  const at = before.length + 2
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: before.length },
    { kind: 'heading', start: at, end: at + 7, heading: 'Heading' },
    { kind: 'paragraph', start: at + 9, end: text.length, heading: 'Heading' },
  ]
  const chunks = splitIntoChunks(text, blocks)
  expect(chunks[0]!.end).toBe(at)
  expect(chunks[1]).toMatchObject({ start: at, heading: 'Heading' })
})

it('a chunk inside a table begins with its header row, and stays within the limit', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `Thing ${i} | ${i} kr`)
  const text = ['Name | Price', ...rows].join('\n')
  const chunks = splitIntoChunks(text, [{ kind: 'table', start: 0, end: text.length, headerRow: 'Name | Price' }])
  expect(chunks.length).toBeGreaterThan(4)
  for (const chunk of chunks.slice(1)) expect(chunk.text).toMatch(/^Name \| Price\nThing \d+ \| \d+ kr/)
  for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(limits.chunkCharacters)
})

it.each(['x', ' ', '\u0301', '👍🏽'])('a long text of %j alone is cut to its end, in linear time', async (unit) => {
  const cut = (text: string) => expect(splitIntoChunks(text).at(-1)!.end).toBe(text.length)
  expect(await slowdown(unit, cut, 400_000)).toBeLessThan(4)
})

it('a chunk names its lines that are headings, each in one chunk alone', () => {
  const headings = Array.from({ length: 30 }, (_, i) => `${i}. What is question ${i}? And why?`)
  const blocks: Block[] = []
  let text = ''
  for (const heading of headings) {
    for (const [kind, part] of [
      ['heading', heading],
      ['paragraph', 'Words of an answer. '.repeat(12).trim()],
    ] as const) {
      blocks.push({ kind, start: text.length, end: text.length + part.length })
      text += `${part}\n\n`
    }
  }
  const chunks = splitIntoChunks(text, blocks)
  expect(chunks.flatMap((chunk) => chunk.headings ?? [])).toEqual(headings)
  for (const { text: own, headings: lines = [] } of chunks)
    for (const line of lines) expect(own.split('\n')).toContain(line)
})
