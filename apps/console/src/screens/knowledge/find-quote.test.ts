import { expect, test } from 'vitest'
import { findQuote, readRange } from './find-quote.ts'

const text = 'Lamps (all)\nhave a  three-year\nwarranty. Lamps last.'

test('a quote is found, also across other white space, and with characters that patterns know', () => {
  const quoted = (quote: string) => {
    const found = findQuote(text, quote)
    return found && text.slice(found.start, found.end)
  }
  expect(quoted('Lamps last.')).toBe('Lamps last.')
  expect(quoted('(all) have a three-year warranty.')).toBe('(all)\nhave a  three-year\nwarranty.')
  expect(quoted('five-year warranty')).toBeUndefined()
  expect(quoted('  ')).toBeUndefined()
})

test('a range is read only where it lies in the text', () => {
  expect(readRange('0-5', text)).toEqual({ start: 0, end: 5 })
  for (const written of ['5-0', '0-500', 'x', '1', '-1-2']) expect(readRange(written, text), written).toBeUndefined()
})
