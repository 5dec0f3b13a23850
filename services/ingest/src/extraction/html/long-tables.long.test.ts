import { afterAll, expect, it } from 'vitest'
import { largeTable, openSmallPool, readLarge } from '../../../testing/large-pages.ts'

const pool = openSmallPool()
afterAll(() => pool.close())

it.each([6_000, 20_000, 100_000])(
  'a table of %d rows is read within the memory of a worker',
  async (count) => {
    const { text } = await readLarge(pool, largeTable(count))
    expect(text.startsWith('Intro text.\n\nPart | Price\n')).toBe(true)
    expect(text.match(/^Part \d+ \| \d+ EUR$/gm)).toHaveLength(count)
    expect(text.endsWith('\n\nOutro.')).toBe(true)
  },
  120_000,
)

it('200,000 items, also nested ones, are read', async () => {
  const items = Array.from({ length: 200_000 }, (_, i) => `<li>Item ${i}</li>`).join('')
  const { text } = await readLarge(pool, `<p>Intro text.</p><ol>${items}</ol>`)
  expect(text.endsWith('200000. Item 199999')).toBe(true)
  const nested = await readLarge(pool, `<p>Intro text.</p>${'<ul><li>x '.repeat(50_000)}`)
  expect(nested.text.match(/x/g)!.length).toBeGreaterThanOrEqual(50_000)
}, 120_000)
