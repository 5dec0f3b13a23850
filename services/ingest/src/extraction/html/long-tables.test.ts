import { slowdown } from '@frontdesk/language/testing'
import { afterAll, expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { largeTable, openSmallPool, readLarge } from '../../../testing/large-pages.ts'
import { piecesOfHtml } from './html-pieces.ts'

const pool = openSmallPool()
afterAll(() => pool.close())

it('a table of 12,000 rows is read with what stands around it', async () => {
  const { text, chunks } = await readLarge(pool, largeTable(12_000))
  expect(text.startsWith('Intro text.\n\nPart | Price\nPart 0 | 0 EUR\n')).toBe(true)
  expect(text.endsWith('\nPart 11999 | 11999 EUR\n\nOutro.')).toBe(true)
  expect(text.match(/^Part \d+ \|/gm)).toHaveLength(12_000)
  // The names of the columns stay known in the last row's chunk.
  const last = chunks.at(-1)!
  expect(last.text).toContain('Part | Price')
  expect(last.tables?.at(-1)).toMatchObject({ headers: ['Price'] })
  expect(last.tables?.at(-1)?.rows.at(-1)).toMatchObject({ label: 'Part 11999', values: ['11999 EUR'] })
})

it('cells that reach down and groups go on where a large table is cut', async () => {
  const rows = Array.from({ length: 1_500 }, (_, i) =>
    i % 3 === 0 ? `<tr><td rowspan=3>G${i / 3}</td><td>a${i}</td><td>1</td></tr>` : `<tr><td>a${i}</td><td>1</td></tr>`,
  ).join('')
  const { text } = await extract('a.html', `<table><tr><th>Group<th>Name<th>Count</tr>${rows}</table>`)
  const lines = text.split('\n').filter((line) => line !== '')
  expect(lines).toHaveLength(1_501)
  for (const [i, line] of lines.slice(1).entries()) expect(line).toBe(`G${Math.floor(i / 3)} | a${i} | 1`)
})

it.each([
  ['rows', '<tr><td>a</td><td>1</td></tr>', '<table>', 400_000],
  ['items', '<li>a', '<ul>', 400_000],
  ['lists in lists', '<ul><li>a', '', 400_000],
  ['tables in tables', '<table><tr><td>a', '', 400_000],
])('%s take time in proportion to their number', async (_, unit, before, characters) => {
  const read = (text: string) => [...piecesOfHtml(before + text)]
  expect(await slowdown(unit, read, characters)).toBeLessThan(4)
})
