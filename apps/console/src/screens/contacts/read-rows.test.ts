import { writeCsv } from '@frontdesk/text-files'
import { expect, it } from 'vitest'
import { charsetSamples } from './charset-samples.ts'
import { guessMapping } from './guess-mapping.ts'
import { maxRows, readRows } from './read-rows.ts'

const read = (text: string) => readRows(new TextEncoder().encode(text))

it('reads what the import reads: separators, line ends, quotes in and around cells, no blank rows', () => {
  const text = '\uFEFF E-mail;Name\r\n"a@example.com";"Berg, ""Anna"""\r\r;\r"b@example.com"; 5" disk '
  expect(read(text)).toEqual({
    header: ['E-mail', 'Name'],
    rows: [
      ['a@example.com', 'Berg, "Anna"'],
      ['b@example.com', '5" disk'],
    ],
  })
  expect(() => read('a,b\n"never closed')).toThrow('a quote is never closed')
})

it('reads an export as it was: phone numbers, and cells that begin like formulas', () => {
  const rows = [
    ['Phone', 'Note'],
    ['+46701234567', '=1+1'],
    ['-5', '\u200b=1;\t2'],
  ]
  expect(read(writeCsv(rows))).toEqual({ header: rows[0], rows: rows.slice(1) })
})

it('stops behind the first row that is too many', () => {
  expect(read(`a\n${'1\n'.repeat(maxRows + 5)}`).rows).toHaveLength(maxRows + 1)
})

it('reads the Western code page and UTF-16', () => {
  expect(readRows(new Uint8Array([0xc5, 0x73, 0x61])).header).toEqual(['Åsa'])
  expect(readRows(new Uint8Array([0xff, 0xfe, 0xc5, 0, 0x73, 0, 0x61, 0])).header).toEqual(['Åsa'])
})

it('reads the charset that somebody chose, by samples of how the file reads in each', () => {
  // “Имя” and “Иван” in windows-1251.
  const bytes = Uint8Array.from([0xc8, 0xec, 0xff, 0x2c, 0x6e, 0x0a, 0xc8, 0xe2, 0xe0, 0xed, 0x2c, 0x31])
  expect(charsetSamples(bytes)).toContainEqual({ encoding: 'windows-1251', sample: 'Имя,n' })
  expect(readRows(bytes, 'windows-1251')).toEqual({ header: ['Имя', 'n'], rows: [['Иван', '1']] })
  expect(charsetSamples(new TextEncoder().encode('Имя,n'))).toEqual([])
})

it('suggests a field for columns with a known name, each field once', () => {
  expect(guessMapping(['E-post', 'Namn', 'Email', 'Plan'])).toEqual({ 'E-post': 'email', Namn: 'name' })
})
