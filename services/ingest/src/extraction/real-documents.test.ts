import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documents, extract, hasDocuments, readDocument } from '../../testing/extract.ts'
import type { ExtractedDocument } from './document.ts'

const of = (name: string) => extract(name, readDocument(name))
const blocksOf = ({ text, blocks }: ExtractedDocument, kind: string) =>
  blocks.filter((block) => block.kind === kind).map(({ start, end }) => text.slice(start, end))

const reason = `real documents are tested when they are in ${documents}`
describe.skipIf(!hasDocuments)(hasDocuments ? 'real documents' : `SKIPPED: ${reason}`, () => {
  it('every document gives text or fails with a fitting error code', async () => {
    const outcomes: Record<string, string> = {}
    for (const name of readdirSync(documents).sort()) {
      outcomes[name] = await of(name).then(
        ({ language }) => `text in ${language}`,
        ({ code }) => code,
      )
    }
    expect(outcomes).toEqual({
      '20071229X02007.pdf': 'text in en',
      '20071231X02009.pdf': 'text in en',
      '20080102X00002.pdf': 'text in en',
      'GeoTopo-komprimiert.pdf': 'text in de',
      'footnotes.docx': 'text in en',
      'google-doc-document.pdf': 'text in en',
      'grayscale-image.pdf': 'no_text',
      'habibi.pdf': 'text in ar',
      'libreoffice-writer-password.pdf': 'password_protected',
      'multicolumn.pdf': 'text in null',
      'pdflatex-4-pages.pdf': 'text in en',
      'tables.docx': 'text in en',
    })
  })

  it('two columns are read one after the other, across column and page breaks', async () => {
    const document = await of('multicolumn.pdf')
    const { text } = document
    const inOrder = [
      'Two-Column Document with Lorem Ipsum',
      'Abstract',
      'This is a sample document with two columns filled with Lorem Ipsum text.',
      'Donec nonummy pellentesque ante. Phasellus adipiscing semper elit.',
      'Nam feugiat lacus vel est. Curabitur consectetuer.',
      'in faucibus orci luctus et ultrices posuere cubilia Curae;',
      'Suspendisse vitae elit. Aliquam arcu neque',
      'Table 1: EU Countries Information',
    ].map((words) => text.indexOf(words))
    expect(inOrder).not.toContain(-1)
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
    expect(blocksOf(document, 'table')).toEqual([
      [
        'Country | Population (millions) | Area (km2) | Capital | Official Language',
        'Austria | 8.9 | 83,879 | Vienna | German',
        'Belgium | 11.5 | 30,689 | Brussels | Dutch, French, German',
        'Czech Republic | 10.7 | 78,866 | Prague | Czech',
        'Denmark | 5.8 | 42,951 | Copenhagen | Danish',
        'Finland | 5.5 | 338,424 | Helsinki | Finnish, Swedish',
      ].join('\n'),
    ])
    expect(text).not.toMatch(/^\d$/m)
  })

  it('German letters, formulas, tables of contents and hyphenated words are complete', async () => {
    const document = await of('GeoTopo-komprimiert.pdf')
    const { text } = document
    expect(blocksOf(document, 'heading').slice(0, 4)).toEqual([
      'Einführung in die Geometrie und Topologie',
      'Vorwort',
      'Danksagungen',
      'Was ist Topologie?',
    ])
    expect(text).toContain('(Schwarz-Weiß, Ringbindung) für 10 Euro hätte, kann mir eine E-Mail schicken')
    expect(text).toContain('Die Kugeloberfläche S2 lässt sich durch strecken, stauchen und umformen')
    expect(text).toContain('1.2 Metrische Räume … 6\n1.3 Stetigkeit … 9\n')
    expect(text).toContain('(ii) Sind U1, U2 ∈ T, so ist U1 ∩ U2 ∈ T')
    expect(text).not.toContain('1.1. TOPOLOGISCHE RÄUME')
    expect(text.match(/\p{L}- \p{Ll}/gu)?.length ?? 0).toBeLessThan(40)
    expect(document).toMatchObject({ pages: 117, title: 'Geometrie und Topologie' })
    expect(document.blocks.at(-1)!.page).toBeGreaterThan(110)
  })

  it('Arabic words are in reading order, without meaningless glyphs', async () => {
    expect((await of('habibi.pdf')).text).toBe('حَبيبي habibi حَبيبي')
  })

  it('forms give labels with their values, also wrapped ones; tables of a report are not read as columns', async () => {
    const { text } = await of('20071229X02007.pdf')
    for (const line of [
      'Location: Tallahassee, FL',
      'Accident Number: NYC08CA055',
      'Restraint Used: Seatbelt, Shoulder harness',
      'Airframe Total Time: 3861 Hours at time of accident',
      'Engine Manufacturer: Lycoming',
      'Operating Certificate(s) Held: None',
      'Investigator In Charge (IIC): Robert J Gretz',
      'Note: This accident report documents the factual circumstances of this accident as described to the NTSB.',
      '1. OBJECT - TREE(S)',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text).not.toMatch(/Page \d of 4/)
  })

  it('the narrative of a report is a paragraph under its heading', async () => {
    for (const name of ['20071229X02007.pdf', '20071231X02009.pdf']) {
      const { text, blocks } = await of(name)
      const [narrative] = blocks.filter(({ kind, heading }) => kind === 'paragraph' && heading === 'Analysis')
      expect(narrative).toMatchObject({ page: 1 })
      expect(text.slice(narrative!.start, narrative!.end)).toMatch(/pilot.{100,}\.$/s)
    }
  })

  it('deliberate line breaks stay, and right-aligned numbers stay in their cells', async () => {
    const document = await of('google-doc-document.pdf')
    expect(document.text).toContain('Beautiful is better than ugly.\nExplicit is better than implicit.\n')
    const [table] = blocksOf(document, 'table')
    expect(table!.split('\n').map((row) => row.split(' | ').length)).toEqual([5, 5, 6, 6, 7])
    expect(table).toContain('Capital | Jakarta | Berlin | Vienna | Paris | Vatican City')
  })

  it('Word documents give tables by rows, and footnotes after their text', async () => {
    const tables = await of('tables.docx')
    expect(tables.text).toBe('Above\n\nTop left | Top right\nBottom left | Bottom right\n\nBelow')
    expect(tables.blocks[1]).toMatchObject({ kind: 'table', headerRow: 'Top left | Top right' })
    const { text } = await of('footnotes.docx')
    expect(text).toBe('Ouch[1].[2]\n\n1. A tachyon walks into a bar.\n2. Fin.')
  })
})
