import { describe, expect, test, vi } from 'vitest'
import { type OpenChunkIndex, onBackend } from './backend.ts'
import { chunkOf, newSpace, pointing, texts } from './chunks.ts'

export function writingConformance(open: OpenChunkIndex) {
  const backend = onBackend(open)

  describe('writing', () => {
    test('the same chunks twice leave one of each, and the newer text is what is found', async () => {
      const index = await backend.start()
      const space = newSpace()
      const chunks = [0, 1, 2].map((i) => chunkOf('cnt', `old words ${i}`, { index: i }))
      await index.put(space, chunks)
      await index.put(space, [...chunks, ...chunks])
      await index.refresh(space)
      expect(await index.count(space)).toBe(3)
      await index.put(space, [chunkOf('cnt', 'fresh wording', { index: 1, vector: pointing(5) })])
      await index.refresh(space)
      expect(await index.count(space)).toBe(3)
      const { lexical, vector } = await index.search(space, {
        question: 'fresh',
        vector: pointing(5),
        limit: 10,
      })
      expect(lexical.map(({ text }) => text)).toEqual(['fresh wording'])
      expect(vector[0]).toMatchObject({ index: 1, text: 'fresh wording' })
      expect((await index.search(space, { question: 'old', limit: 10 })).lexical).toHaveLength(2)
    })

    test('contents are counted each, and those that are not there are left out', async () => {
      const index = await backend.start()
      const space = newSpace()
      expect(await index.contentCounts(space, ['one'])).toEqual(new Map())
      const chunks = ['one', 'one', 'two', 'other'].map((contentId, i) => chunkOf(contentId, `word ${i}`, { index: i }))
      await index.put(space, [...chunks, chunks[0]!])
      await index.refresh(space)
      const counted = await index.contentCounts(space, ['one', 'two', 'three'])
      expect(Object.fromEntries(counted)).toEqual({ one: 2, two: 1 })
      expect(await index.contentCounts(space, [])).toEqual(new Map())
      await index.removeContents(space, ['one'])
      expect(Object.fromEntries(await index.contentCounts(space, ['one', 'two']))).toEqual({ two: 1 })
    })

    test('a space that never was is empty', async () => {
      const index = await backend.start()
      const space = newSpace()
      await index.refresh(space)
      await index.removeContents(space, ['cnt'])
      expect(await index.count(space)).toBe(0)
      expect(await index.search(space, { question: 'x', vector: pointing(0), limit: 5 })).toEqual({
        lexical: [],
        vector: [],
        asked: { chunks: 0, words: [{ word: 'x', frequency: 0 }] },
      })
    })

    test('tenants and generations see only their own, whatever their names', async () => {
      const index = await backend.start()
      const tenants = ["o'brien; DROP TABLE", '../../etc', 'ÅÄÖ', 'åäö', 'a_b', 'a', '*', 'a,b', 'x'.repeat(128)]
      const run = Math.random().toString(36).slice(2)
      const spaces = tenants.map((tenant) => newSpace({ tenant: tenant + run }))
      spaces.push(newSpace({ tenant: spaces[0]!.tenant, generation: "text-embedding-3/large's *" }))
      for (const [i, space] of spaces.entries()) {
        await index.put(space, [chunkOf('cnt', `shared words of number${i}`)])
        await index.refresh(space)
      }
      for (const [i, space] of spaces.entries()) {
        const { lexical, vector } = await index.search(space, {
          question: 'shared words',
          vector: pointing(0),
          limit: 10,
        })
        expect(lexical.map(({ text }) => text)).toEqual([`shared words of number${i}`])
        expect(vector.map(({ text }) => text)).toEqual([`shared words of number${i}`])
      }
      await index.eraseTenant(spaces[0]!.tenant)
      for (const [i, space] of spaces.entries()) {
        expect(await index.count(space)).toBe(i === 0 || i === spaces.length - 1 ? 0 : 1)
      }
      for (const space of spaces) await index.eraseTenant(space.tenant)
    })

    test('removed contents are not found any more, and no name of a content is taken for more than a name', async () => {
      const index = await backend.start()
      const space = newSpace()
      const hostile = ["x' OR '1'='1", 'x") OR true --', 'cnt%', '*', "''", 'a\\', 'ö/ä']
      await index.put(
        space,
        [...hostile, 'kept', 'other'].map((contentId) => chunkOf(contentId, 'some text')),
      )
      await index.refresh(space)
      for (const contentId of hostile) {
        const { lexical } = await index.search(space, { question: 'text', limit: 20, contentIds: [contentId] })
        expect(lexical.map((candidate) => candidate.contentId)).toEqual([contentId])
        await index.removeContents(space, [contentId])
        await index.removeContents(space, [contentId])
      }
      await index.removeContents(space, [])
      await index.refresh(space)
      expect(await index.count(space)).toBe(2)
      const { lexical } = await index.search(space, { question: 'text', limit: 20 })
      expect(lexical.map(({ contentId }) => contentId)).toEqual(['kept', 'other'])
    })

    test('what was removed may come back', async () => {
      const index = await backend.start()
      const space = newSpace()
      for (let round = 0; round < 3; round++) {
        await index.put(space, [chunkOf('cnt', 'come and go')])
        await index.refresh(space)
        expect(await index.count(space)).toBe(1)
        await index.removeContents(space, ['cnt'])
        await index.refresh(space)
        expect((await index.search(space, { question: 'come', limit: 5 })).lexical).toEqual([])
      }
    })

    test('puts, removals, refreshes and searches at once lose and double nothing', async () => {
      const index = await backend.start()
      const space = newSpace()
      const write = async (text: string, i: number) => {
        const chunks = [0, 1, 2].map((at) => chunkOf(`cnt${i}`, `${text} unique${i}`, { index: at }))
        await index.put(space, chunks)
        await index.refresh(space)
        // A server that is busy with all of this may not answer within the time of a search; then it is asked again.
        const { lexical } = await vi.waitFor(() => index.search(space, { question: `unique${i}`, limit: 3 }))
        expect(lexical.map((candidate) => candidate.contentId)).toEqual([`cnt${i}`, `cnt${i}`, `cnt${i}`])
        if (i % 4 === 0) await index.removeContents(space, [`cnt${i}`])
        else await index.put(space, chunks)
      }
      // Eight at a time: more refreshes than that keep a small server from answering a search within its time.
      const waiting = [...texts(40).entries()]
      const lanes = Array.from({ length: 8 }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await write(next[1], next[0])
      })
      await Promise.all(lanes)
      await index.refresh(space)
      expect(await index.count(space)).toBe(90)
      const everything = await index.search(space, { question: '', vector: pointing(0), limit: 200 })
      expect(new Set(everything.vector.map(({ contentId, index }) => `${contentId}/${index}`)).size).toBe(90)
    })

    test('what was put stands after the backend was let go of', async () => {
      const space = newSpace()
      const before = await backend.start()
      await before.put(space, [chunkOf('cnt', 'lasting text')])
      await before.refresh(space)
      const after = await backend.restart()
      await after.check()
      expect(await after.count(space)).toBe(1)
      expect((await after.search(space, { question: 'lasting', limit: 5 })).lexical).toHaveLength(1)
      await after.put(space, [chunkOf('cnt2', 'lasting too')])
      await after.refresh(space)
      expect((await after.search(space, { question: 'lasting', limit: 5 })).lexical).toHaveLength(2)
    })

    test('thousands of chunks in one put are all there, and a chunk that comes later is found beside them', async () => {
      const index = await backend.start()
      const space = newSpace()
      const chunks = texts(3_000).map((text, i) =>
        chunkOf(`cnt${Math.floor(i / 10)}`, text, { index: i % 10, vector: pointing(i, i + 1, (i % 50) / 100) }),
      )
      await index.put(space, chunks)
      await index.refresh(space)
      expect(await index.count(space)).toBe(3_000)
      await index.put(space, [chunkOf('late', 'zebra crossing', { vector: pointing(0, 4, 0.7) })])
      await index.refresh(space)
      const found = await index.search(space, { question: 'zebra', vector: pointing(0, 4, 0.7), limit: 3 })
      expect(found.lexical[0]!.contentId).toBe('late')
      expect(found.vector[0]!.contentId).toBe('late')
    })
  })
}
