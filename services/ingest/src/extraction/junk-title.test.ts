import { slowdown } from '@frontdesk/language/testing'
import { expect, it } from 'vitest'
import { extract } from '../../testing/extract.ts'
import { docx, paragraph, wordXml } from '../../testing/make-docx.ts'
import { makePlacedPdf } from '../../testing/make-pdf.ts'
import { isJunkTitle } from './junk-title.ts'

it.each(
  `about:blank|About:Blank|Microsoft Word - warranty terms.doc|Microsoft Word - Warranty|Microsoft PowerPoint - Deck v2|untitled|(untitled)|Untitled-1
  Untitled document|Untitled Document (2)|Untitled1|Document1|Document 1|Document|Dokument1|Documento sin título|Document sans titre|Unbenanntes Dokument
  Namnlöst dokument|Naamloos document|Sans titre|Ohne Titel|無題ドキュメント|無題|Без названия|Slide 1|Folie 1|Bild 2|Diapositiva 1|Book1|Sheet1|Tabelle1|Blad1
  PowerPoint Presentation|PowerPoint-Präsentation|Présentation PowerPoint|Presentación de PowerPoint|PowerPoint-presentation|C:\\Users\\ann\\report.docx
  \\\\server\\share\\report|/home/ann/report|file:///C:/report.html|https://shop.example/returns?x=1|www.shop.example|shop.example/returns|report_final.docx
  3F2504E0-4F89-11D3-9A0C-0305E82C3301|{3f2504e0-4f89-11d3-9a0c-0305e82c3301}|5d41402abc4b2a76b9719d911017c592|Remote Downlevel Document|smbprn.00000012 report.txt
  Print|Print Job 12|Full page photo|Scan0001|SKM_C25822031510120|IMG_0231|Scanned from a Xerox Multifunction Device|New Page 1|Title|null|undefined|Layout 1
  Copy of Untitled document|Kopia av Namnlöst dokument|Microsoft Word Document|新建 Microsoft Word 文档|localhost:3000/print|data:text/html,x|LibreOffice - letter|Acr1234.tmp`
    .split(/\||\n\s*/)
    .map((title) => [title]),
)('%s is no title', (title) => {
  expect(isJunkTitle(title)).toBe(true)
})

it.each(
  `Warranty terms|Service handbook|Document retention policy|Word count of our texts|Printing labels|Slide rails, model 1|Book 1: Returns|Scan to e-mail
  Page layout guide|Title insurance|Untitled works in our collection|Microsoft Word for beginners|PowerPoint 2026: what is new|Node.js in production|Sheet metal 2|Returns 2026
  Kettle K-200|Document 1 of 5: Delivery|Image rights|New customers|What is about:blank?|Bild och ljud|List of prices|Betalningsvillkor|保証について|Excel - tips and tricks|A/B testing`
    .split(/\||\n\s*/)
    .map((title) => [title]),
)('%s is a title', (title) => {
  expect(isJunkTitle(title)).toBe(false)
})

it('a junk title gives way to the heading, or to the name of the file', async () => {
  const titled = (pdf: Uint8Array, title: string) => {
    const text = Buffer.from(pdf).toString('latin1')
    return Buffer.from(text.replace('trailer\n<<', `trailer\n<< /Info << /Title (${title}) >>`), 'latin1')
  }
  const lines = [
    { at: { 50: 'Service handbook' }, size: 20 },
    { at: { 50: 'The kettle is cleaned once a month with vinegar.' }, gap: 40 },
  ]
  const plain = makePlacedPdf([lines.slice(1)])
  expect((await extract('a.pdf', titled(makePlacedPdf([lines]), 'about:blank'))).title).toBe('Service handbook')
  expect((await extract('a.pdf', titled(plain, 'about:blank'))).title).toBeUndefined()
  expect((await extract('a.pdf', titled(plain, 'Warranty terms'))).title).toBe('Warranty terms')
  const core = (title: string) => ({
    'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`,
  })
  const word = wordXml(paragraph('Only text.'))
  expect((await extract('a.docx', await docx(word, core('Document1')))).title).toBeUndefined()
  expect((await extract('a.docx', await docx(word, core('Warranty terms')))).title).toBe('Warranty terms')
  expect((await extract('a.html', '<title>Untitled Document</title><h1>Returns</h1><p>Free.</p>')).title).toBe(
    'Returns',
  )
})

it.each(['a.', '\\', 'a ', 'untitled ', '1', '/'])('looks at a title of many %j in linear time', async (unit) => {
  expect(await slowdown(unit, isJunkTitle, 100_000)).toBeLessThan(4)
})
