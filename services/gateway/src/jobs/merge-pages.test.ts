import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergePages } from './merge-pages.ts'

type Item = { id: string; createdAt: string }
const newestFirst = (a: Item, b: Item) => b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? 1 : -1)

/** A list as a service answers it: the cursor is the last item of the page before. */
const listOf =
  (items: () => Item[]) =>
  async ({ limit, cursor }: { limit: number; cursor?: string }) => {
    const sorted = items().toSorted(newestFirst)
    const start = cursor === undefined ? 0 : sorted.findIndex(({ id }) => id === cursor) + 1
    const page = sorted.slice(start, start + limit)
    return { items: page, nextCursor: start + limit < sorted.length ? page.at(-1)!.id : null }
  }

const times = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 25 })

test('the pages of several lists together are all of their items, newest first, each once, whatever is added', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(times, times, times), fc.integer({ min: 1, max: 7 }), async (all, limit) => {
      const lists = all.map((own, l) =>
        own.map((time, i) => ({
          id: `${l}_${String(i).padStart(3, '0')}`,
          createdAt: `2026-01-${String(time).padStart(2, '0')}`,
        })),
      )
      const expected = lists.flat().toSorted(newestFirst)
      const seen: Item[] = []
      let cursor: string | undefined
      for (let pages = 0; pages < 200; pages++) {
        const page = await mergePages(
          lists.map((own, l) => ({ name: `${l}`, list: listOf(() => own) })),
          { limit, cursor },
        )
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...page.items)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
        lists[0]!.push({ id: `9_${pages}`, createdAt: '2027-01-01' })
      }
      expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }),
    { numRuns: runs(60) },
  )
})

test('a cursor of another list is refused', async () => {
  const list = { name: 'a', list: listOf(() => []) }
  for (const cursor of ['nonsense', Buffer.from('{"a":1}').toString('base64url')]) {
    await expect(mergePages([list], { limit: 5, cursor })).rejects.toMatchObject({ code: 'invalid_request' })
  }
})
