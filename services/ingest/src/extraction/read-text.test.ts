import { slowdown } from '@frontdesk/language/testing'
import { runs } from '@frontdesk/properties'
import { decodeText, delimiterOf } from '@frontdesk/text-files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extract } from '../../testing/extract.ts'
import { normaliseText } from './normalise-text.ts'

const swedish = 'Öppettider: måndag–fredag. Räksmörgås på ängen, sa Åsa till Örjan.'
const utf16 = (text: string, order: 'le' | 'be', mark = true): Uint8Array => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('the title of Markdown is its first heading as it is shown', () => {
  it.each([
    ['# Kettle [![Build](https://a.example/b.svg)](https://a.example) ![logo](x.png)', 'Kettle'],
    ['# async-generator <sup>[![Version Badge][npm-svg]][npm-url]</sup>', 'async-generator'],
    ['# YAML <a href="https://a.example"><img align="right" src="y.svg" title="x" /></a>', 'YAML'],
    ['# [Returns](https://a.example/returns) and **refunds**', 'Returns and refunds'],
    ['# `K-200` and *its* parts', 'K-200 and its parts'],
    ['# ![logo](x.png)\n\n## Terms', 'Terms'],
    ['# snake_case_name, 2 * 3 * 4 and a < b', 'snake_case_name, 2 * 3 * 4 and a < b'],
    ['# Prices [net]', 'Prices [net]'],
  ])('%s', async (markdown, title) => {
    expect((await extract('a.md', `${markdown}\n\nText of the document.`)).title).toBe(title)
  })
})

describe('encodings', () => {
  it('the same text is read from UTF-8, UTF-16 and Windows-1252', async () => {
    const encoded: Record<string, Uint8Array> = {
      'UTF-8': Buffer.from(swedish),
      'UTF-8 with a mark': Buffer.from(`\ufeff${swedish}`),
      'UTF-16 LE': utf16(swedish, 'le'),
      'UTF-16 BE': utf16(swedish, 'be'),
      'UTF-16 LE without a mark': utf16(swedish, 'le', false),
      'UTF-16 BE without a mark': utf16(swedish, 'be', false),
      'Windows-1252': Buffer.from(swedish.replace('–', '\x96'), 'latin1'),
    }
    for (const [name, bytes] of Object.entries(encoded)) {
      expect([name, (await extract('a.txt', bytes)).text]).toEqual([name, swedish])
    }
  })

  it('any text of words survives a round trip through UTF-8 and UTF-16 with a byte order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (raw) => {
        const text = `Words. ${normaliseText(raw)}`
        expect(decodeText(Buffer.from(text))).toBe(text)
        for (const order of ['le', 'be'] as const) expect(decodeText(utf16(text, order))).toBe(text)
      }),
      { examples: [['\u{fffd}']] },
    )
  })

  it('any bytes are either text or damaged, and text has no lone surrogate', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 500 }), (bytes) => {
        try {
          expect(decodeText(bytes).isWellFormed()).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'damaged_document' })
        }
      }),
      { numRuns: runs(500) },
    )
  })

  it('a web page is read in the encoding that it declares', async () => {
    const page = '<meta charset="iso-8859-5"><body><p>Ёлка</p></body>'
    const bytes = Uint8Array.from(page, (c) =>
      c.charCodeAt(0) < 128 ? c.charCodeAt(0) : c.charCodeAt(0) - 0x400 + 0xa0,
    )
    expect((await extract('a.html', bytes)).text).toBe('Ёлка')
  })
})

describe('normal form', () => {
  it('normalising is idempotent and leaves no control character or trailing space', () => {
    const strange = fc.constantFrom(
      '\r\n',
      '\r',
      '\u2028',
      '\u00ad',
      '\ud800',
      '\udc00',
      '\u00a0',
      '\t',
      '\n',
      ' ',
      'é',
      'e\u0301',
      '\u0000',
      '\u200b',
      '\ufffe',
    )
    const raw = fc.array(fc.oneof(strange, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 })
    fc.assert(
      fc.property(raw, (parts) => {
        const once = normaliseText(parts.join(''))
        expect(normaliseText(once)).toBe(once)
        expect(once.isWellFormed()).toBe(true)
        expect(once).not.toMatch(/[ \t]\n|\n{3}|\r/)
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([' ', '\n', ' \n', '\t ', '\r', '\u0301'])('takes linear time on %j', async (part) => {
    expect(await slowdown(part, normaliseText, 500_000)).toBeLessThan(4)
  })
})

describe('CSV', () => {
  it('rows become lines of name and value, whatever the delimiter, with quotes and newlines', async () => {
    for (const [delimiter, name] of [
      [',', 'comma'],
      [';', 'semicolon'],
      ['\t', 'tab'],
      ['|', 'bar'],
    ] as const) {
      const row = (...cells: string[]) => cells.join(delimiter)
      const csv = [
        row('Name', 'Price', 'Note'),
        row('"A ""big"" thing"', '12', `"two\nlines${delimiter} here"`),
        row('B', '', 'x'),
      ]
      const { text, blocks } = await extract(`${name}.csv`, csv.join('\r\n'))
      expect(text).toBe(`Name: A "big" thing\nPrice: 12\nNote: two\nlines${delimiter} here\n\nName: B\nNote: x`)
      expect(blocks[0]).toMatchObject({ kind: 'table', headerRow: 'Name | Price | Note' })
    }
  })

  it('commas in prose do not make it the delimiter', () => {
    expect(delimiterOf('Name;Text\nA;one, two, three\nB;four, five\n')).toBe(';')
    expect(delimiterOf('only one column\nof text\n')).toBe(',')
  })

  it('a cell of a million characters is read whole; an unclosed quote is read or rejected', async () => {
    const cell = 'word '.repeat(200_000).trim()
    const { text } = await extract('big.csv', `Name,Text\nA,"${cell}"\n`)
    expect(text).toBe(`Name: A\nText: ${cell}`)
    await extract('open.csv', `Name,Text\nA,"${cell}\n`).catch((error) =>
      expect(error).toMatchObject({ code: 'damaged_document' }),
    )
  })

  it('rows longer or shorter than the header are read, a lone header is the text', async () => {
    expect((await extract('a.csv', 'Name,Price\nA\nB,2,3\n')).text).toBe('Name: A\n\nName: B\nPrice: 2\nColumn 3: 3')
    expect((await extract('a.csv', 'Name,Price')).text).toBe('Name | Price')
  })
})

describe('Markdown, text and pages', () => {
  it('headings are distinguished from text, code and tables', async () => {
    const markdown =
      '# Guide #\n\nIntro\n\nSetext\n===\n\n```\n# no heading\n```\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n'
    const { blocks, text, title } = await extract('a.md', markdown)
    expect(title).toBe('Guide')
    expect(blocks.map(({ kind, heading, start, end }) => [kind, heading, text.slice(start, end).slice(0, 9)])).toEqual([
      ['heading', 'Guide', 'Guide'],
      ['paragraph', 'Guide', 'Intro'],
      ['heading', 'Setext', 'Setext'],
      ['paragraph', 'Setext', '```\n# no '],
      ['table', 'Setext', '| A | B |'],
      ['list', 'Setext', '- one\n- t'],
    ])
  })

  it('a page gives its main content, its topic and its tables, without what surrounds it', async () => {
    const page = `<!doctype html><html><head><title>Delivery – Shop</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a> <a href="/cart">Cart</a></nav><main><article><h1>Delivery</h1>
      <p>We deliver <b>within</b> three days.<br>Always.</p><ul><li>Oslo</li><li>Umeå</li></ul>
      <table><tr><th>Where</th><th>Price</th></tr><tr><td>Oslo</td><td>49</td></tr></table></article></main>
      <footer>© Shop</footer><script>alert(1)</script></body></html>`
    const { text, title, blocks } = await extract('a.html', page)
    expect(title).toBe('Delivery – Shop')
    expect(text).toBe('Delivery\n\nWe deliver within three days. Always.\n\n- Oslo\n- Umeå\n\nWhere | Price\nOslo | 49')
    expect(blocks.at(-1)).toMatchObject({ kind: 'table', heading: 'Delivery', headerRow: 'Where | Price' })
  })
})
