import { describe, expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { docx, paragraph, wordXml } from '../../../testing/make-docx.ts'

describe('tracked changes, as accepted', () => {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const deleted = (text: string) => `<w:del w:id="1"><w:r><w:delText>${text}</w:delText></w:r></w:del>`
  const marked = (change: string, inner: string) =>
    `<w:p><w:pPr><w:rPr><w:${change} w:id="2"/></w:rPr></w:pPr>${inner}</w:p>`
  const read = async (body: string) => (await extract('a.docx', await docx(wordXml(body)))).text

  it('join paragraphs whose mark was deleted or moved away, and keep inserted marks', async () => {
    expect(await read(marked('del', run('First half ')) + paragraph('second half.'))).toBe('First half second half.')
    const three =
      marked('del', run('One ')) + marked('del', deleted('gone') + run('two ')) + marked('ins', run('three.'))
    expect(await read(three + paragraph('Next.'))).toBe('One two three.\n\nNext.')
    expect(await read(paragraph('Before.') + marked('del', deleted('All of it.')) + paragraph('After.'))).toBe(
      'Before.\n\nAfter.',
    )
    expect(await read(marked('del', run('The last.')))).toBe('The last.')
    expect(
      await read(`${marked('del', run('Above.'))}<w:tbl><w:tr><w:tc>${paragraph('Cell')}</w:tc></w:tr></w:tbl>`),
    ).toBe('Above.\n\nCell')
    const cell = `<w:tc>${marked('del', run('Half a '))}${paragraph('cell')}</w:tc><w:tc>${marked('del', run('Two'))}</w:tc>`
    expect(await read(`<w:tbl><w:tr>${cell}</w:tr></w:tbl>`)).toBe('Half a cell | Two')
  })

  it('move text, and leave out deleted rows, cells and former properties', async () => {
    const from = `${marked('moveFrom', `<w:moveFrom w:id="3">${run('Moved.')}</w:moveFrom>`)}`
    const to = marked('moveTo', `<w:moveTo w:id="4">${run('Moved.')}</w:moveTo>`)
    expect(await read(from + paragraph('Stays.') + to)).toBe('Stays.\n\nMoved.')
    const row = (properties: string, ...cells: string[]) =>
      `<w:tr><w:trPr>${properties}</w:trPr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
    const gone = '<w:tcPr><w:cellDel w:id="5"/></w:tcPr>'
    const table = [
      row('', paragraph('a'), `${gone}${paragraph('x')}`, paragraph('1')),
      row('<w:del w:id="6"/>', paragraph('b'), paragraph('2')),
      row('<w:ins w:id="7"/>', paragraph('c'), paragraph('3')),
    ]
    expect(await read(`<w:tbl>${table.join('')}</w:tbl>`)).toBe('a | 1\nc | 3')
    const former = '<w:pPrChange w:id="8"><w:pPr><w:outlineLvl w:val="0"/><w:rPr><w:del/></w:rPr></w:pPr></w:pPrChange>'
    expect(await read(paragraph('Text.', former) + paragraph('More.'))).toBe('Text.\n\nMore.')
  })
})
