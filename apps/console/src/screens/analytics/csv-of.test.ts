import { expect, it } from 'vitest'
import { csvOf } from './csv-of.ts'

it('quotes what needs it, and defuses formulas', () => {
  const records = [{ title: 'a "b", c', count: 2 }, { title: '=1+1', count: -3 }, { count: 0 }]
  expect(csvOf(['title', 'count'], records)).toBe('title,count\r\n"a ""b"", c",2\r\n\'=1+1,-3\r\n,0\r\n')
})
