import { describe, expect, test } from 'vitest'
import type { IndexedChunk } from '../port.ts'
import { type OpenChunkIndex, onBackend } from './backend.ts'
import { chunkOf, expectedScores, newSpace, pointing, texts } from './chunks.ts'

const knowledge = [
  chunkOf('returns', 'You can return an item within 30 days.', { vector: pointing(1) }),
  chunkOf('shipping', 'Leveranstiden är tre dagar.', { vector: pointing(2) }),
  chunkOf('hours', 'We are open from 9 to 17.', {
    ...{ vector: pointing(3), heading: 'Opening hours', headings: ['Mondays'], page: 4 },
    tables: [{ headers: ['Open'], rows: [{ label: 'Monday', values: ['9–17'], start: 0, end: 12 }] }],
  }),
]

export function searchingConformance(open: OpenChunkIndex) {
  const backend = onBackend(open)
  const filled = async (chunks = knowledge, space = newSpace()) => {
    const index = await backend.start()
    await index.put(space, chunks)
    await index.refresh(space, [...new Set(chunks.map(({ contentId }) => contentId))])
    return { index, space }
  }

  describe('searching', () => {
    test('each list has the best first, with the chunk as it was put and its score', async () => {
      const { index, space } = await filled()
      const found = await index.search(space, { question: 'when open', vector: pointing(2), limit: 10 })
      const { language: _language, vector: _vector, ...hours } = knowledge[2]!
      expect(found.lexical[0]).toEqual({ ...hours, score: expect.any(Number), document: expect.any(Number) })
      expect(found.vector.map(({ contentId }) => contentId)[0]).toBe('shipping')
      expect(found.vector[0]!.score).toBeCloseTo(1, 2)
      expect(found.vector[1]!.score).toBeCloseTo(0, 2)
    })

    test('any word is enough, parts of compounds among them; without words or vector that list is empty', async () => {
      const { index, space } = await filled()
      const found = await index.search(space, { question: 'leveranser xyzzy', limit: 10 })
      expect(found.lexical.map(({ contentId }) => contentId)).toEqual(['shipping'])
      expect(found.vector).toEqual([])
      const nearest = await index.search(space, { question: '', vector: pointing(1), limit: 10 })
      expect(nearest.lexical).toEqual([])
      expect(nearest.vector).toHaveLength(3)
    })

    /** Contents of three chunks, with headings and in two languages. */
    const varied = (): IndexedChunk[] =>
      texts(240).map((text, i) =>
        chunkOf(`cnt${Math.floor(i / 3)}`, `${text}. ${text.split(' ').slice(2).join(' ')}.`, {
          index: i % 3,
          title: `Handbok om ${text.split(' ')[0]}`,
          language: i % 6 < 4 ? 'sv' : 'en',
          ...(i % 2 === 0 && { heading: text.split(' ')[1]! }),
        }),
      )

    test('scores are what the formula says, within what a backend rounds the lengths of documents to', async () => {
      const chunks = varied()
      const { index, space } = await filled(chunks)
      const questions = [
        'frakt retur',
        'lösenord till konto med adress och order',
        'warranty',
        'kund pris price faktura butik leverans garanti konto lösenord',
      ]
      for (const question of questions) {
        const expected = expectedScores(chunks, question, 'sv')
        const best = [...expected.values()].sort((a, b) => b - a)
        const { lexical } = await index.search(space, { question, limit: 10 })
        expect(lexical).toHaveLength(10)
        lexical.forEach(({ contentId, index, score }, place) => {
          // Lucene keeps the length of a document in one byte: up to an eighth off.
          expect(Math.abs(score / expected.get(`${contentId}/${index}`)! - 1)).toBeLessThan(0.05)
          expect(score / best[place]!).toBeGreaterThan(0.95)
        })
      }
    })

    test('another form of a word is found by the stem of the language that a text is written in', async () => {
      const words = { en: ['policies', 'policy'], sv: ['flickorna', 'flicka'], de: ['häuser', 'haus'] } as const
      for (const [language, [written, asked]] of Object.entries(words)) {
        const { index, space } = await filled([
          chunkOf('right', `something ${written} something`, { language }),
          chunkOf('other', 'something else entirely', { language }),
        ])
        const { asked: known, lexical } = await index.search(space, { question: asked, limit: 2 })
        expect(known).toEqual({ chunks: 2, words: [{ word: asked, frequency: 1 }] })
        expect(lexical[0]!.contentId).toBe('right')
      }
    })

    test('the name of a file is searched, also where words run together and where the title says something else', async () => {
      const { index, space } = await filled([
        chunkOf('a', 'Net sales rose.', { title: '0000320193-23-000006', fileName: 'AppleReport2023.pdf' }),
        chunkOf('b', 'Net sales rose.', { title: '0000789019-23-000014', fileName: 'microsoft_report-2023.pdf' }),
      ])
      for (const [question, right] of [
        ['apple sales', 'a'],
        ['microsoft sales', 'b'],
        ['000014', 'b'],
      ] as const) {
        expect((await index.search(space, { question, limit: 1 })).lexical[0]!.contentId).toBe(right)
      }
    })

    test('a chunk whose document is about the question comes before the same words elsewhere', async () => {
      const { index, space } = await filled([
        ...['The sauna is open on Sundays.', 'Towels cost ten kronor.'].map((text, i) =>
          chunkOf('bath', text, { title: 'Bath', index: i }),
        ),
        ...['The gym is open on Mondays.', 'Towels cost ten kronor.'].map((text, i) =>
          chunkOf('a-gym', text, { title: 'Gym', index: i }),
        ),
      ])
      const { lexical } = await index.search(space, { question: 'What does a towel cost in the sauna?', limit: 4 })
      const towels = lexical.filter(({ index }) => index === 1)
      expect(towels.map(({ contentId }) => contentId)).toEqual(['bath', 'a-gym'])
      expect(towels[0]!.document).toBeGreaterThan(towels[1]!.document)
    })

    test('what is added to a content later counts for its document', async () => {
      const { index, space } = await filled([
        chunkOf('one', 'Shared words.', { title: 'T' }),
        chunkOf('two', 'Shared words.', { title: 'T' }),
      ])
      await index.put(space, [chunkOf('two', 'Zebras are striped.', { title: 'T', index: 1 })])
      await index.refresh(space, ['two'])
      const { lexical } = await index.search(space, { question: 'shared zebras', limit: 3, contentIds: ['one', 'two'] })
      const shared = lexical.filter(({ index }) => index === 0)
      expect(shared.map(({ contentId }) => contentId)).toEqual(['two', 'one'])
    })

    test('vector scores are cosines, also below nought', async () => {
      const chunks = [0, 0.3, 0.6, 0.9].map((share, i) => chunkOf(`c${i}`, 'x', { vector: pointing(1, 2, share) }))
      chunks.push(chunkOf('opposite', 'x', { vector: pointing(2).map((value) => -value) }))
      const { index, space } = await filled(chunks)
      const { vector } = await index.search(space, { question: '', vector: pointing(2), limit: 10 })
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
      const query = { question: 'common words', vector: pointing(0), limit: 5 }
      const all = await index.search(space, query)
      expect(all.lexical).toHaveLength(5)
      expect(all.vector).toHaveLength(5)
      const some = await index.search(space, { ...query, contentIds: ['cnt33', 'cnt39', 'unknown'] })
      expect(some.lexical.map(({ contentId }) => contentId).sort()).toEqual(['cnt33', 'cnt39'])
      expect(some.vector.map(({ contentId }) => contentId)).toEqual(['cnt33', 'cnt39'])
      expect(await index.search(space, { ...query, contentIds: [] })).toMatchObject({ lexical: [], vector: [] })
    })

    test('equal chunks come in the same order each time', async () => {
      const chunks = Array.from({ length: 12 }, (_, i) => chunkOf(`cnt${i % 4}`, 'the same text', { index: i }))
      const { index, space } = await filled(chunks)
      const ask = async () =>
        (await index.search(space, { question: 'same', limit: 12 })).lexical.map(
          ({ contentId, index }) => `${contentId}/${index}`,
        )
      const first = await ask()
      expect(first).toHaveLength(12)
      expect(first.slice(0, 4)).toEqual(['cnt0/0', 'cnt0/4', 'cnt0/8', 'cnt1/1'])
      expect(await ask()).toEqual(first)
    })

    test('frequencies are the chunks that hold a word, and out of how many', async () => {
      const { index, space } = await filled()
      const ask = async (at = space) => (await index.search(at, { question: 'return are 9 nowhere', limit: 1 })).asked
      const words = (...frequencies: number[]) =>
        ['return', 'are', '9', 'nowhere'].map((word, i) => ({ word, frequency: frequencies[i]! }))
      expect(await ask()).toEqual({ chunks: 3, words: words(1, 1, 1, 0) })
      await index.put(space, [chunkOf('more', 'return it or return that', { index: 1 })])
      await index.refresh(space, ['more'])
      expect(await ask()).toEqual({ chunks: 4, words: words(2, 1, 1, 0) })
      expect(await ask(newSpace())).toEqual({ chunks: 0, words: words(0, 0, 0, 0) })
    })

    test('a space without dimensions keeps no vectors and searches by words', async () => {
      const space = newSpace({ dimensions: 0 })
      const { index } = await filled(
        knowledge.map(({ vector: _, ...chunk }) => chunk),
        space,
      )
      const found = await index.search(space, { question: 'return', limit: 5 })
      expect(found.lexical.map(({ contentId }) => contentId)).toEqual(['returns'])
      expect(found.vector).toEqual([])
    })

    test('a question of thousands of words is answered', async () => {
      const { index, space } = await filled()
      const question = `${texts(400).join(' ')} return ${Array.from({ length: 3_000 }, (_, i) => `w${i}`).join(' ')}`
      expect((await index.search(space, { question, limit: 3 })).lexical).toBeInstanceOf(Array)
      const repeated = `${'Return it. '.repeat(700)}`
      expect((await index.search(space, { question: repeated, limit: 3 })).lexical[0]!.contentId).toBe('returns')
    })
  })
}
