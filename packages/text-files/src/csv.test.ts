import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedText } from './damaged-text.ts'
import { readListCell, writeListCell } from './list-cell.ts'
import { delimiterOf, readCsv } from './read-csv.ts'
import { writeCsv } from './write-csv.ts'

const recordsOf = (text: string): string[][] => [...readCsv(text)]
const orNothing = (text: string): string[][] => {
  try {
    return recordsOf(text)
  } catch {
    return []
  }
}
/** Cells of one row as they are written, without the quotes around them. */
const written = (cell: string): string => {
  const text = writeCsv([[cell, 'x']]).slice(0, -4)
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

describe('a cell that a spreadsheet would run', () => {
  const before = ['', ' ', '\u00a0', '\t', '\r', '\n', '\0', '\u0001', '\u200b', '\ufeff', '\u2060', '\u00ad', '\u3000']
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹫']

  it('begins with an apostrophe, whatever stands before its sign and however that is written', () => {
    for (const first of before) {
      for (const sign of signs) {
        for (const cell of [`${first}${sign}cmd|' /C calc'!A0`, `${first}${first}${sign}1+A1`]) {
          expect(written(cell), JSON.stringify(cell)).toBe(`'${cell}`)
        }
      }
    }
  })

  it('stays in its cell under every separator', () => {
    for (const cell of ['a;=1+A1', 'a\t=1+A1', 'a|=1', 'a\n=1', 'a\r=1', 'a,b', '5" disk', ' a', 'a ']) {
      expect(writeCsv([[cell, 'x']]), cell).toBe(`"${cell.replaceAll('"', '""')}",x\r\n`)
    }
  })

  it('is no number and no phone number', () => {
    for (const cell of ['-5', '-5,50', '+46701234567', '+46 70-123 45 67', '+46 (0)70/123.45', 'a=b', "o'clock"]) {
      expect(written(cell)).toBe(cell)
    }
    for (const cell of ['+46=1', '-5+A1', '+cmd', '-', '+', '--5']) expect(written(cell)).toBe(`'${cell}`)
  })
})

describe('what is written', () => {
  const wild = fc.constantFrom(
    ...['=', '+', '-', '@', '＝', '＠', "'", '"', ',', ';', '\t', '|', '\r', '\n', ' ', '\0', '\u200b', '\ufeff'],
    ...['0', '4', '6', 'a', 'å', '漢', '🧡'],
  )
  const cell = fc.oneof(
    fc.string({ unit: wild, maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('+46701234567', '+46 70-123 45 67', "'+46701234567", "'=1", '-5', ''),
  )

  it('is read as the same cells, whatever they hold', () => {
    const rows = fc.integer({ min: 1, max: 5 }).chain((columns) => {
      const row = fc.array(cell, { minLength: columns, maxLength: columns })
      return fc.array(row, { minLength: 1, maxLength: 6 })
    })
    fc.assert(
      fc.property(rows, (given) => {
        const table = [given[0]!.map((_, i) => `column ${i}`), ...given]
        expect(recordsOf(writeCsv(table))).toEqual(table)
        // In pieces, as exports are streamed.
        expect(recordsOf(table.map((row) => writeCsv([row])).join(''))).toEqual(table)
      }),
      { numRuns: runs(500) },
    )
  })

  it('is read as far as somebody asks', () => {
    const table = Array.from({ length: 8_000 }, (_, i) => [`"${i}"`, i % 7 === 0 ? 'a\r\nb' : '漢;🧡', `=${i}`, ''])
    expect(recordsOf(`\ufeff${writeCsv(table)}`)).toEqual(table)
    expect([...readCsv(`${writeCsv(table)}"never closed`).take(8_000)]).toEqual(table)
    expect(recordsOf('')).toEqual([])
  })

  it('keeps lists of values in one cell', () => {
    const value = fc.string({ unit: wild, minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (values) => {
        expect(readListCell(writeListCell(values))).toEqual(values)
      }),
      { numRuns: runs(500) },
    )
    expect(readListCell('vip, "a,b" ,, 5" disk, "half')).toEqual(['vip', 'a,b', '5" disk', '"half'])
    expect(writeListCell(['vip', 'new'])).toBe('vip, new')
  })
})

describe('what others wrote', () => {
  it('is read with bare quotes, any line end and any separator', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      for (const separator of [',', ';', '\t', '|']) {
        const text = [
          ['Name', 'Note'],
          ['Bo', '5" disk'],
          [`"Ek"${separator}`.slice(0, 4), '"a ""b"" c"'],
        ]
        const file = `\ufeff${text.map((row) => row.join(separator)).join(end)}${end}${end}`
        expect(recordsOf(file)).toEqual([
          ['Name', 'Note'],
          ['Bo', '5" disk'],
          ['Ek', 'a "b" c'],
        ])
      }
    }
  })

  it('is read as csv-parse reads it, whatever it is, and refused when csv-parse refuses it', () => {
    const unit = fc.constantFrom(...['"', '"', ',', ',', ';', '\t', '\r', '\n', '\r\n', ' ', 'a', 'å', '漢', '🧡'])
    const theirs = (text: string) =>
      parse(text, {
        delimiter: delimiterOf(text),
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        record_delimiter: ['\r\n', '\n', '\r'],
      })
    const orRefused = (read: (text: string) => string[][], text: string) => {
      try {
        return read(text)
      } catch {
        return 'refused'
      }
    }
    // Blanks beside the quotes of a cell are what csv-parse takes for a part of it.
    const hasBlanks = (text: string) => /(?:^|[,;\t\r\n])[ \t]+"|"[ \t]+(?:[,;\t\r\n]|$)/.test(text)
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        fc.pre(!hasBlanks(text))
        expect(orRefused(recordsOf, text)).toEqual(orRefused(theirs, text))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('has the separator that its first line names', () => {
    for (const separator of [';', ',', '\t', '|', ':', '^', '~', ' ', ']', '-', '\\', '/']) {
      for (const line of [`sep=${separator}`, `SEP=${separator}`, `"sep=${separator}"`]) {
        for (const end of ['\n', '\r\n', '\r']) {
          const rows = [`product${separator}price`, `Kettle${separator}"39${separator}90"`, `"Tea, green"${separator}5`]
          expect(recordsOf(`\ufeff${[line, ...rows, ''].join(end)}`), JSON.stringify(line)).toEqual([
            ['product', 'price'],
            ['Kettle', `39${separator}90`],
            ['Tea, green', '5'],
          ])
        }
      }
    }
    expect(recordsOf('sep=\\t\na\tb')).toEqual([['a', 'b']])
    expect(recordsOf('sep=;')).toEqual([])
    for (const header of ['sep=a', 'sep=', 'separator;x', 'sep=;;x']) expect(recordsOf(`${header}\n1`)).toHaveLength(2)
  })

  it('may have blanks around cells in quotes', () => {
    const expected = [
      ['Product', 'Price', 'Remark'],
      ['Kettle', '39', 'for gas, induction\nand "electric"'],
    ]
    for (const blank of [' ', '  ', '\t', '\u00a0']) {
      const row = (...cells: string[]) => cells.map((cell) => `${blank}"${cell}"${blank}`).join(',')
      const remark = 'for gas, induction\nand ""electric""'
      expect(recordsOf(`${row(...expected[0]!)}\n${row('Kettle', '39', remark)}\n`)).toEqual(expected)
    }
    expect(recordsOf('a;b\n "x";  "y; z" \n')).toEqual([
      ['a', 'b'],
      ['x', 'y; z'],
    ])
    // Inch marks, and quotes that don't take the whole cell, stand for themselves.
    expect(recordsOf('a,b\n1, "5 inch\n2, "x" y\n3, 5"\n')).toEqual([
      ['a', 'b'],
      ['1', ' "5 inch'],
      ['2', ' "x" y'],
      ['3', ' 5"'],
    ])
  })

  it('is read in time proportional to its length, with blanks and quotes anywhere', async () => {
    for (const unit of [', "a', ', "a""', ', "x,""y', ' "', ',"" ', ' ', '"a" b,'])
      expect([unit, (await slowdown(unit, (text) => orNothing(text), 200_000)) < 4]).toEqual([unit, true])
  })

  it('is read as it stands where a quote ends before its cell does', () => {
    expect(recordsOf('a,b\n"x" y,"5""" z\n"",\n""\n\n"\0"\0,1')).toEqual([
      ['a', 'b'],
      ['"x" y', '"5"" z'],
      ['', ''],
      [''],
      ['"\0"\0', '1'],
    ])
  })

  it('loses the apostrophe that keeps it text in a spreadsheet, and no other', () => {
    expect(recordsOf("a,b\n'+46701234567,'=1\n'n Roll,'\n")).toEqual([
      ['a', 'b'],
      ['+46701234567', '=1'],
      ["'n Roll", "'"],
    ])
  })

  it('is parted where its first records agree, also beside an inch mark', () => {
    expect(delimiterOf('Size;Note\n5";a, b\n7";c, d, e\n')).toBe(';')
  })

  it('is refused when a quote is never closed', () => {
    expect(() => recordsOf('a,b\n"c,d\n')).toThrow(DamagedText)
    for (const long of ['x'.repeat(200), `"${'x'.repeat(200)}"`, 'x,'.repeat(100)])
      expect(() => [...readCsv(`a\n${long}\n`, { maxRecordCharacters: 100 })], long).toThrow(DamagedText)
    expect([...readCsv('a\nb', { maxRecordCharacters: 1 })]).toEqual([['a'], ['b']])
  })
})
