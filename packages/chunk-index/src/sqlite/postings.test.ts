import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packCounts } from '../ranking/chunk-terms.ts'
import { compareTokens, PostingWriter, ReadPostings } from './postings.ts'

test('postings are read as they were written', () => {
  const postings = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 1, max: packCounts(65_535, 3, 3) })),
    {
      maxLength: 200,
    },
  )
  const read = new ReadPostings()
  fc.assert(
    fc.property(postings, (given) => {
      const wanted = [...new Map(given)].sort(([a], [b]) => a - b)
      const writer = new PostingWriter()
      for (const [doc, counts] of wanted) writer.add(doc, counts)
      const { docs, counts, size } = read.read(writer.finish())
      expect(Array.from({ length: size }, (_, i) => [docs[i], counts[i]])).toEqual(wanted)
      expect(writer.count).toBe(wanted.length)
    }),
  )
})

test('a posting of a near document takes a byte', () => {
  const writer = new PostingWriter()
  for (let doc = 0; doc < 1_000; doc++) writer.add(doc * 30, packCounts(1 + (doc % 3), 0, 0))
  expect(writer.finish().length).toBe(1_000)
})

test('tokens are compared as their UTF-8 bytes are', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTokens(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
