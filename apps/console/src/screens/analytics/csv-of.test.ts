import { expect, it } from 'vitest'
import { csvOf } from './csv-of.ts'

it('quotes what needs it, and defuses formulas', () => {
  const records = [{ title: 'a "b", c', count: 2 }, { title: '=1+1', count: -3 }, { count: 0 }]
  expect(csvOf(['title', 'count'], records)).toBe('title,count\r\n"a ""b"", c",2\r\n\'=1+1,-3\r\n,0\r\n')
})

it('writes what every export writes: separators in quotes, hidden formulas with an apostrophe, phone numbers as they are', () => {
  const cells = ['a;b', 'a\tb', '\u200b=1', '\0=1', '\u00a0＝1', '+46701234567', '-5,5']
  const written = ['"a;b"', '"a\tb"', "'\u200b=1", '"\'\0=1"', "'\u00a0＝1", '+46701234567', '"-5,5"']
  for (const [i, title] of cells.entries())
    expect(csvOf(['title', 'count'], [{ title }])).toBe(`title,count\r\n${written[i]},\r\n`)
})
