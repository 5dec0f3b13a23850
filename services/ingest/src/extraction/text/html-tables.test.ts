import { slowdown } from '@frontdesk/language/testing'
import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'

const read = (text: string) => extract('a.md', text)

it('an HTML table in Markdown is a table, once and without tags', async () => {
  const table =
    '<table class="x">\n<thead><tr><th>Model</th><th>Price</th></tr></thead>\n\n<tr>\n<td>K-200</td><td>49 &euro;</td></tr>\n<tr hidden><td>secret</td><td>1</td></tr></table>'
  for (const whole of [
    table,
    `<div align="center">\n${table}\n</div>`
      .replace('<div align="center">\n', '<div align="center">')
      .replace('\n</div>', '</div>'),
  ]) {
    const { text, blocks } = await read(`# Kettles\n\nIntro:\n${whole}\n\nOutro.`)
    expect(text).toBe('Kettles\n\nIntro:\n\nModel | Price\nK-200 | 49 €\n\nOutro.')
    expect(blocks[2]).toMatchObject({ kind: 'table', headerRow: 'Model | Price', heading: 'Kettles' })
  }
  const nested = '<table><tr><td>a <table><tr><td>b</td></tr></table></td><td>c</td></tr></table> and more'
  expect((await read(nested)).text).toBe('a b | c\n\nand more')
})

it('what is code, words about tables, or never closed stays as it stands', async () => {
  for (const text of [
    '```html\n<table><tr><td>a</td></tr></table>\n```',
    'The `<table>` and `</table>` tags.',
    '<table>\n<tr><td>a</td>',
    '<tablet>a</tablet>',
  ])
    expect((await read(text)).text).toBe(text)
})

it.each(['<table>\n', '<table><tr><td>a</td></tr></table>\n', '</table>\n', '<b><b><b><b>\n'])(
  'many %j take linear time',
  async (unit) => {
    expect(await slowdown(unit, read, 300_000)).toBeLessThan(4)
  },
)
