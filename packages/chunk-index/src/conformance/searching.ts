import { describe, expect, test } from 'vitest'
import { type OpenChunkIndex, onBackend } from './backend.ts'
import { asked, bm25, chunkOf, newSpace, pointing, texts } from './chunks.ts'

const knowledge = [
  chunkOf('returns', 'You can return an item within 30 days.', { vector: pointing(1) }),
  chunkOf('shipping', 'Leveranstiden är tre dagar.', { vector: pointing(2) }),
  chunkOf('hours', 'We are open from 9 to 17.', { vector: pointing(3), heading: 'Opening hours', page: 4 }),
]

export function searchingConformance(open: OpenChunkIndex) {
  const backend = onBackend(open)
  const filled = async (chunks = knowledge, space = newSpace()) => {
    const index = await backend.start()
    await index.put(space, chunks)
    await index.refresh(space)
    return { index, space }
  }

  describe('searching', () => {
    test('each list has the best first, with the chunk as it was put and its score', async () => {
      const { index, space } = await filled()
      const found = await index.candidates(space, { tokens: asked('when open'), vector: pointing(2), limit: 10 })
      const { tokens: _tokens, vector: _vector, ...hours } = knowledge[2]!
      expect(found.lexical[0]).toEqual({ ...hours, score: expect.any(Number) })
      expect(found.vector.map(({ contentId }) => contentId)[0]).toBe('shipping')
      expect(found.vector[0]!.score).toBeCloseTo(1, 2)
      expect(found.vector[1]!.score).toBeCloseTo(0, 2)
    })

    test('any token is enough, parts of compounds among them; without tokens or vector that list is empty', async () => {
      const { index, space } = await filled()
      const found = await index.candidates(space, { tokens: asked('leveranser xyzzy'), limit: 10 })
      expect(found.lexical.map(({ contentId }) => contentId)).toEqual(['shipping'])
      expect(found.vector).toEqual([])
      const nearest = await index.candidates(space, { tokens: [], vector: pointing(1), limit: 10 })
      expect(nearest.lexical).toEqual([])
      expect(nearest.vector).toHaveLength(3)
    })

    test('scores are BM25 of the tokens as they were given, within what a backend rounds lengths to', async () => {
      const chunks = texts(300).map((text, i) => chunkOf(`cnt${i}`, text))
      const { index, space } = await filled(chunks)
      for (const question of ['frakt retur', 'lösenord konto adress order', 'warranty', 'kund pris price faktura']) {
        const expected = bm25(chunks, asked(question))
        const best = Math.max(...expected.values())
        const { lexical } = await index.candidates(space, { tokens: asked(question), limit: 20 })
        expect(lexical).toHaveLength(20)
        for (const { contentId, score } of lexical) {
          // Lucene keeps a length in one byte: up to an eighth off, which moves a score by up to a tenth.
          expect(Math.abs(score / expected.get(contentId)! - 1)).toBeLessThan(0.1)
        }
        expect(expected.get(lexical[0]!.contentId)! / best).toBeGreaterThan(0.9)
      }
    })

    test('vector scores are cosines, also below nought', async () => {
      const chunks = [0, 0.3, 0.6, 0.9].map((share, i) => chunkOf(`c${i}`, 'x', { vector: pointing(1, 2, share) }))
      chunks.push(chunkOf('opposite', 'x', { vector: pointing(2).map((value) => -value) }))
      const { index, space } = await filled(chunks)
      const { vector } = await index.candidates(space, { tokens: [], vector: pointing(2), limit: 10 })
      expect(vector.map(({ contentId }) => contentId)).toEqual(['c3', 'c2', 'c1', 'c0', 'opposite'])
      ;[0.9, 0.6, 0.3, 0, -1].forEach((cosine, i) => {
        expect(vector[i]!.score).toBeCloseTo(cosine, 1)
      })
    })

    test('limit cuts each list, and contents are chosen before it does', async () => {
      const chunks = Array.from({ length: 40 }, (_, i) =>
        chunkOf(`cnt${i}`, i === 33 ? 'common words here and more of them' : 'common words here', {
          vector: pointing(0, 1, i / 100),
        }),
      )
      const { index, space } = await filled(chunks)
      const query = { tokens: asked('common words'), vector: pointing(0), limit: 5 }
      const all = await index.candidates(space, query)
      expect(all.lexical).toHaveLength(5)
      expect(all.vector).toHaveLength(5)
      const some = await index.candidates(space, { ...query, contentIds: ['cnt33', 'cnt39', 'unknown'] })
      expect(some.lexical.map(({ contentId }) => contentId).sort()).toEqual(['cnt33', 'cnt39'])
      expect(some.vector.map(({ contentId }) => contentId)).toEqual(['cnt33', 'cnt39'])
      expect(await index.candidates(space, { ...query, contentIds: [] })).toEqual({ lexical: [], vector: [] })
    })

    test('equal chunks come in the same order each time', async () => {
      const chunks = Array.from({ length: 12 }, (_, i) => chunkOf(`cnt${i % 4}`, 'the same text', { index: i }))
      const { index, space } = await filled(chunks)
      const ask = async () =>
        (await index.candidates(space, { tokens: asked('same'), limit: 12 })).lexical.map(
          ({ contentId, index }) => `${contentId}/${index}`,
        )
      const first = await ask()
      expect(first).toHaveLength(12)
      expect(first.slice(0, 4)).toEqual(['cnt0/0', 'cnt0/4', 'cnt0/8', 'cnt1/1'])
      expect(await ask()).toEqual(first)
    })

    test('frequencies are the chunks that hold a token, and out of how many', async () => {
      const { index, space } = await filled()
      const { chunks, frequencies } = await index.documentFrequencies(space, ['=return', '=are', '=9', '=nowhere'])
      expect({ chunks, frequencies }).toEqual({ chunks: 3, frequencies: [1, 1, 1, 0] })
      await index.put(space, [chunkOf('more', 'return it or return that', { index: 1 })])
      await index.refresh(space)
      expect(await index.documentFrequencies(space, ['=return'])).toEqual({ chunks: 4, frequencies: [2] })
      expect(await index.documentFrequencies(newSpace(), ['=return'])).toEqual({ chunks: 0, frequencies: [0] })
    })

    test('a question of thousands of tokens is answered', async () => {
      const { index, space } = await filled()
      const tokens = asked(
        `${texts(400).join(' ')} return ${Array.from({ length: 3_000 }, (_, i) => `w${i}`).join(' ')}`,
      )
      expect((await index.candidates(space, { tokens: ['=return', ...tokens], limit: 3 })).lexical[0]!.contentId).toBe(
        'returns',
      )
    })
  })
}
