import { tableRowsOf } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { docx, paragraph, wordXml } from '../../../testing/make-docx.ts'
import { makePlacedPdf, type PlacedLine } from '../../../testing/make-pdf.ts'
import { splitIntoChunks } from '../../chunks/split-into-chunks.ts'
import type { ExtractedDocument } from '../document.ts'

/** What may be said of a document's rows: `group > label, header: value`. */
const said = ({ text, blocks }: ExtractedDocument): string[] =>
  splitIntoChunks(text, blocks, { characters: 1_000_000, overlap: 0 }).flatMap((chunk) =>
    tableRowsOf(chunk).flatMap(({ group, label, cells }) =>
      cells.map(({ header, value }) =>
        [group ? `${group} > ` : '', label, header && `, ${header}`, `: ${value}`].join(''),
      ),
    ),
  )
const captions = ({ blocks }: ExtractedDocument) => blocks.flatMap(({ table }) => (table ? [table.caption] : []))

describe('a web page', () => {
  it('gives figures with the headers that span them, and joins signs from separate cells', async () => {
    const page = `<p>Sales by segment (in millions):</p><table>
      <tr><td></td><td colspan="7">Three Months Ended</td></tr>
      <tr><td></td><td colspan="3">July 1, 2023</td><td></td><td colspan="3">June 25, 2022</td></tr>
      <tr><td>Net sales:</td></tr>
      <tr><td>Products</td><td>$</td><td>60,584</td><td></td><td></td><td>$</td><td>63,355</td><td></td></tr>
      <tr><td>Services</td><td colspan="2">21,213</td><td></td><td></td><td colspan="2">19,604</td><td></td></tr>
      <tr><td>Total net sales</td><td colspan="2">81,797</td><td></td><td></td><td colspan="2">82,959</td><td></td></tr>
      <tr><td>Net loss</td><td>$</td><td>(12</td><td>)</td><td></td><td>$</td><td>—</td><td></td></tr>
      <tr><td>Margin</td><td></td><td>44.5</td><td>%</td><td></td><td></td><td>43.3</td><td>%</td></tr></table>`
    const document = await extract('a.html', page)
    const [now, before] = ['Three Months Ended July 1, 2023', 'Three Months Ended June 25, 2022']
    expect(said(document)).toEqual([
      `Net sales > Products, ${now}: $60,584`,
      `Net sales > Products, ${before}: $63,355`,
      `Net sales > Services, ${now}: 21,213`,
      `Net sales > Services, ${before}: 19,604`,
      `Net sales > Total net sales, ${now}: 81,797`,
      `Net sales > Total net sales, ${before}: 82,959`,
      `Net loss, ${now}: $(12)`,
      `Net loss, ${before}: $—`,
      `Margin, ${now}: 44.5%`,
      `Margin, ${before}: 43.3%`,
    ])
    expect(captions(document)).toEqual(['Sales by segment (in millions):'])
  })

  it('repeats the label of a cell that spans rows in every row, with what distinguishes the rows', async () => {
    const page = `<table><caption>Parcels</caption>
      <tr><th>Zone</th><th>Weight</th><th>Price</th></tr>
      <tr><td rowspan="2">Sweden</td><td>0–2 kg</td><td>49 kr</td></tr><tr><td>2–5 kg</td><td>79 kr</td></tr>
      <tr><td rowspan="2">Norway</td><td>0–2 kg</td><td>99 kr</td></tr><tr><td>2–5 kg</td><td>149 kr</td></tr></table>`
    const document = await extract('a.html', page)
    expect(said(document)).toEqual([
      'Sweden, 0–2 kg, Price: 49 kr',
      'Sweden, 2–5 kg, Price: 79 kr',
      'Norway, 0–2 kg, Price: 99 kr',
      'Norway, 2–5 kg, Price: 149 kr',
    ])
    expect(captions(document)).toEqual(['Parcels'])
  })
})

describe('a Word document', () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`

  it('gives rows under merged headers, with merged cells in every row', async () => {
    const table = [
      row(cell('Service'), cell('Weight'), cell('Price', '<w:gridSpan w:val="2"/>')),
      row(cell(''), cell(''), cell('Private'), cell('Business')),
      row(cell('Letter', '<w:vMerge w:val="restart"/>'), cell('50 g'), cell('18'), cell('16')),
      row(cell('', '<w:vMerge/>'), cell('100 g'), cell('36'), cell('32')),
    ]
    const document = await extract(
      'a.docx',
      await docx(wordXml(`${paragraph('Postage 2024')}<w:tbl>${table.join('')}</w:tbl>`)),
    )
    expect(said(document)).toEqual([
      'Letter, 50 g, Price Private: 18',
      'Letter, 50 g, Price Business: 16',
      'Letter, 100 g, Price Private: 36',
      'Letter, 100 g, Price Business: 32',
    ])
    expect(captions(document)).toEqual(['Postage 2024'])
  })

  it('reads two columns as names and values, with a header only when the second column differs', async () => {
    const of = async (...rows: [string, string][]) =>
      said(
        await extract(
          'a.docx',
          await docx(wordXml(`<w:tbl>${rows.map(([a, b]) => row(cell(a), cell(b))).join('')}</w:tbl>`)),
        ),
      )
    expect(
      await of(['Model', 'X100'], ['Colour', 'Black'], ['Weight', '5 kg'], ['Voltage', '230 V'], ['Case', 'Steel']),
    ).toEqual(['Model: X100', 'Colour: Black', 'Weight: 5 kg', 'Voltage: 230 V', 'Case: Steel'])
    expect(await of(['Voltage', '230 V'], ['Weight', '5 kg'])).toEqual(['Voltage: 230 V', 'Weight: 5 kg'])
    expect(await of(['Ticket', 'Price'], ['Adult', '120'], ['Child', '60'])).toEqual([
      'Adult, Price: 120',
      'Child, Price: 60',
    ])
  })
})

describe('Markdown and CSV', () => {
  it('give rows whose text is found as written at their offsets', async () => {
    const { text, blocks } = await extract(
      'a.md',
      'Fees:\n| Plan | Month | Year |\n|---|--:|--:|\n| Basic | $5 | $50 |\n| Pro | $9 | $90 |\nAfter.',
    )
    const [chunk] = splitIntoChunks(text, blocks)
    const rows = tableRowsOf(chunk!)
    expect(
      rows.map(({ caption, label, cells }) => [
        caption,
        label,
        ...cells.map(({ header, value }) => `${header}: ${value}`),
      ]),
    ).toEqual([
      ['Fees:', 'Basic', 'Month: $5', 'Year: $50'],
      ['Fees:', 'Pro', 'Month: $9', 'Year: $90'],
    ])
    expect(rows.map(({ start, end }) => chunk!.text.slice(start, end))).toEqual([
      '| Basic | $5 | $50 |',
      '| Pro | $9 | $90 |',
    ])
    expect(text).toMatch(/\n\nAfter\.$/)
  })

  it('keep a dash in its own cell, and distinguish repeated headers', async () => {
    const page =
      '| Class | Hill yearly | monthly | Lake yearly | monthly |\n|---|---|---|---|---|\n| Swim | – | £6 | £70 | £7 |'
    expect(said(await extract('a.md', page))).toEqual([
      'Swim, Hill yearly: –',
      'Swim, Hill monthly: £6',
      'Swim, Lake yearly: £70',
      'Swim, Lake monthly: £7',
    ])
  })

  it('label a row by its words rather than its number', async () => {
    expect(said(await extract('a.csv', 'Id,Product,Price\n4711,Kettle,29\n4712,Toaster,39\n'))).toEqual([
      'Kettle, Id: 4711',
      'Kettle, Price: 29',
      'Toaster, Id: 4712',
      'Toaster, Price: 39',
    ])
  })
})

describe('a PDF', () => {
  const statement: PlacedLine[] = [
    { at: { 50: 'CONDENSED STATEMENTS OF OPERATIONS (In millions)' } },
    { at: { 330: 'Three Months Ended' }, gap: 24 },
    { ends: { 390: 'July 1,', 470: 'June 25,' } },
    { ends: { 390: '2023', 470: '2022' }, gap: 12 },
    { at: { 50: 'Net sales:' } },
    { at: { 60: 'Products', 345: '$', 425: '$' }, ends: { 390: '60,584', 470: '63,355' } },
    { at: { 60: 'Services' }, ends: { 390: '21,213', 470: '19,604' } },
    { at: { 70: 'Total net sales' }, ends: { 390: '81,797', 470: '82,959' } },
    { at: { 50: 'Operating expenses:' } },
    { at: { 60: 'Research and development' }, ends: { 390: '7,442', 470: '6,797' } },
    { at: { 60: 'Costs of moving the office and of' } },
    { at: { 60: 'renting another' }, ends: { 390: '(12)', 470: '-' } },
    { at: { 50: 'This is the first sentence after the table, which runs over the whole width of the page' }, gap: 28 },
    { at: { 50: 'and goes on with another line.' } },
  ]

  it('gives figures under headers of several lines, in groups, with labels of two lines', async () => {
    const document = await extract('a.pdf', makePlacedPdf([statement]))
    const [now, before] = ['Three Months Ended July 1, 2023', 'Three Months Ended June 25, 2022']
    expect(said(document)).toEqual([
      `Net sales > Products, ${now}: $60,584`,
      `Net sales > Products, ${before}: $63,355`,
      `Net sales > Services, ${now}: 21,213`,
      `Net sales > Services, ${before}: 19,604`,
      `Net sales > Total net sales, ${now}: 81,797`,
      `Net sales > Total net sales, ${before}: 82,959`,
      `Operating expenses > Research and development, ${now}: 7,442`,
      `Operating expenses > Research and development, ${before}: 6,797`,
      `Operating expenses > Costs of moving the office and of renting another, ${now}: (12)`,
      `Operating expenses > Costs of moving the office and of renting another, ${before}: -`,
    ])
    expect(captions(document)).toEqual(['CONDENSED STATEMENTS OF OPERATIONS (In millions)'])
    expect(document.blocks.at(-1)).toMatchObject({ kind: 'paragraph' })
  })

  it('names the columns of a table that continues on the next page', async () => {
    const line = (i: number): PlacedLine => ({
      at: { 50: `Spare part number ${i} B` },
      ends: { 300: `${i}`, 400: `${i * 2}.50` },
    })
    const first = [{ at: { 50: 'Part' }, ends: { 300: 'Stock', 400: 'Price' } }, ...[1, 2, 3].map(line)]
    const document = await extract('a.pdf', makePlacedPdf([first, [4, 5, 6].map(line)]))
    expect(said(document)).toContain('Spare part number 2 B, Price: 4.50')
    expect(said(document)).toContain('Spare part number 5 B, Price: 10.50')
  })
})

it('every chunk of a long table begins with its caption and header, and its rows have correct offsets', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) => `<tr><td>Thing ${i}</td><td>${i} kr</td><td>${i % 7} in stock</td></tr>`,
  )
  const { text, blocks } = await extract(
    'a.html',
    `<table><caption>Things for sale</caption><tr><th>Thing</th><th>Price</th><th>Stock</th></tr>${rows.join('')}</table>`,
  )
  const chunks = splitIntoChunks(text, blocks)
  expect(chunks.length).toBeGreaterThan(10)
  for (const chunk of chunks.slice(1))
    expect(chunk.text).toMatch(/^Things for sale\nThing \| Price \| Stock\nThing \d+ \| /)
  const labels = new Set<string>()
  for (const chunk of chunks) {
    for (const { label, cells, start, end, caption } of tableRowsOf(chunk)) {
      labels.add(label)
      expect(caption).toBe('Things for sale')
      const line = chunk.text.slice(start, end)
      if (end < chunk.text.length) expect(line).toBe([label, ...cells.map(({ value }) => value)].join(' | '))
    }
  }
  expect(labels.size).toBe(300)
})
