import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { docx, paragraph, wordXml } from '../../../testing/make-docx.ts'
import { splitIntoChunks } from '../../chunks/split-into-chunks.ts'

const read = async (body: string, parts: Record<string, string> = {}) =>
  extract('a.docx', await docx(wordXml(body), parts))
const textOf = async (body: string, parts: Record<string, string> = {}) => (await read(body, parts)).text

const styles = `<w:styles>
  <w:style w:type="paragraph" w:styleId="Rubrik1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Egen"><w:name w:val="My own"/><w:basedOn w:val="Rubrik1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Lista"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
</w:styles>`
const level = (depth: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering>
  <w:abstractNum w:abstractNumId="7">${level(0, 'bullet', '•')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="8">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
</w:numbering>`
const inList = (id: number, depth = 0) => `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`
const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(text)).join('')}</w:tc>`
const row = (cells: string[], properties = '') =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.map((text) => cell(text)).join('')}</w:tr>`

it('headings are recognised by their style names, base styles and outline levels', async () => {
  const { blocks, title, text } = await read(
    paragraph('Returns', '<w:pStyle w:val="Rubrik1"/>') +
      paragraph('Within thirty days.') +
      paragraph('Shipping', '<w:pStyle w:val="Egen"/>') +
      paragraph('Fees', '<w:outlineLvl w:val="1"/>') +
      paragraph('Free.'),
    { 'word/styles.xml': styles },
  )
  expect(title).toBe('Returns')
  expect(blocks.map(({ kind, heading, start, end }) => [kind, heading, text.slice(start, end)])).toEqual([
    ['heading', 'Returns', 'Returns'],
    ['paragraph', 'Returns', 'Within thirty days.'],
    ['heading', 'Shipping', 'Shipping'],
    ['heading', 'Fees', 'Fees'],
    ['paragraph', 'Fees', 'Free.'],
  ])
})

it('lists keep their marks and numbers on each level, also those from their style', async () => {
  const items =
    paragraph('One', inList(2)) +
    paragraph('Inner', inList(2, 1)) +
    paragraph('Other', inList(2, 1)) +
    paragraph('Two', inList(2)) +
    paragraph('Again', inList(2, 1)) +
    paragraph('Between.') +
    paragraph('Dot', '<w:pStyle w:val="Lista"/>') +
    paragraph('None', `<w:pStyle w:val="Lista"/>${inList(0)}`)
  expect(await textOf(items, { 'word/styles.xml': styles, 'word/numbering.xml': numbering })).toBe(
    '1. One\n  1.a) Inner\n  1.b) Other\n2. Two\n  2.a) Again\n\nBetween.\n\n- Dot\n\nNone',
  )
})

it('a table becomes rows of cells, and each of its chunks starts with the header row', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => row([`Thing ${i}`, `${i} kronor and some more words`]))
  const header = row(['Article', 'Price'], '<w:tblHeader/>')
  const { text, blocks } = await read(`<w:tbl>${header}${rows.join('')}</w:tbl>`)
  expect(text).toMatch(/^Article \| Price\nThing 0 \| 0 kronor/)
  const chunks = splitIntoChunks(text, blocks)
  expect(chunks.length).toBeGreaterThan(3)
  for (const chunk of chunks) expect(chunk.text).toMatch(/^Article \| Price\n/)
})

it('cells of several paragraphs, tables in tables and empty cells keep their places', async () => {
  const inner = `<w:tbl>${row(['in', 'side'])}</w:tbl>`
  const table = `<w:tbl><w:tr>${cell('a', 'b')}<w:tc>${inner}${paragraph('')}</w:tc></w:tr>${row(['', 'last'])}</w:tbl>`
  expect(await textOf(table)).toBe('a b | in | side\n | last')
})

const textBox = (text: string) =>
  `<mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`

it('a text box follows its paragraph, once, also in the old format without a fallback', async () => {
  const modern = `<w:p><w:r><w:t>Before</w:t></w:r><w:r>${textBox('In the box.')}</w:r><w:r><w:t> and after.</w:t></w:r></w:p>`
  const old = `<w:p><w:r><w:pict><v:textbox><w:txbxContent>${paragraph('Old box.')}</w:txbxContent></v:textbox></w:pict></w:r></w:p>`
  expect(await textOf(modern + old + paragraph('End.'))).toBe('Before and after.\n\nIn the box.\n\nOld box.\n\nEnd.')
})

it('footnotes and endnotes are numbered as the text refers to them, and stand after it', async () => {
  const notes = (kind: string) =>
    `<w:${kind}s><w:${kind} w:type="separator" w:id="0">${paragraph('---')}</w:${kind}><w:${kind} w:id="2">${paragraph(`A ${kind}.`)}</w:${kind}></w:${kind}s>`
  const body = `<w:p><w:r><w:t>First</w:t><w:endnoteReference w:id="2"/><w:t> second</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`
  const parts = { 'word/footnotes.xml': notes('footnote'), 'word/endnotes.xml': notes('endnote') }
  expect(await textOf(body, parts)).toBe('First[1] second[2]\n\n1. A endnote.\n2. A footnote.')
})

it('page headers and footers appear once, without page numbers', async () => {
  const page = (field: string) =>
    `<w:p><w:r><w:t>Page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${field} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  const parts = {
    'word/header1.xml': `<w:hdr>${paragraph('Acme AB')}</w:hdr>`,
    'word/header2.xml': `<w:hdr>${paragraph('Acme AB')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr>${paragraph('Call 08-123 45 67')}${page('PAGE')}</w:ftr>`,
  }
  expect(await textOf(paragraph('The body.'), parts)).toBe('Acme AB\n\nThe body.\n\nCall 08-123 45 67')
})

it('deleted and hidden text is left out; tabs, breaks and field results are text', async () => {
  const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>
    <w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>d</w:t></w:r></w:ins>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>e</w:t></w:r>
    <w:fldSimple w:instr=" REF x "><w:r><w:t>f</w:t></w:r></w:fldSimple>
    <w:hyperlink><w:r><w:t xml:space="preserve"> &lt;g&gt; &#229;</w:t></w:r></w:hyperlink></w:p>`
  expect(await textOf(body)).toBe('a\tb\ncdef <g> å')
})

it('a document with a truncated archive or without its main part is damaged', async () => {
  const cut = wordXml(paragraph('Half of it.')).replace('</w:body></w:document>', '')
  await expect(extract('a.docx', await docx(cut))).rejects.toMatchObject({ code: 'damaged_document' })
  const astray = await docx(wordXml(paragraph('x')), { '_rels/.rels': '<Relationships/>' })
  await expect(extract('a.docx', astray)).rejects.toMatchObject({ code: 'damaged_document' })
})
