import { randomBytes } from 'node:crypto'
import { docx, paragraph, wordXml } from '../../../services/ingest/testing/make-docx.ts'
import { makePdf } from '../../../services/ingest/testing/make-pdf.ts'
import { writer } from './write-text.ts'

const megabyte = 1024 * 1024
/** Just below what an upload may have. */
const fileBytes = 20 * megabyte - 32 * 1024
const linesAPage = 45
const pages = 1_000

/** Made-up paragraphs and headings (`## `) of some `characters` characters. */
const paragraphsOf = (characters: number): string[] => writer(11).text(characters).text.split('\n\n')

/** Rows of a price list in CSV. */
function makeLargeCsv(): string {
  const rows = ['Id;Product;Price;Stock;Note\n']
  for (let i = 0, length = 0; length < fileBytes - 200; i++) {
    const row = `${100_000 + i};Kettle – model ${i};${i % 997}.50;${i % 13};Made of steel for ${i % 5} litres, with ${i % 3} metres of cable\n`
    rows.push(row)
    length += Buffer.byteLength(row)
  }
  return rows.join('')
}

function makeLargeHtml(): string {
  const elements: string[] = []
  let length = 0
  for (const text of paragraphsOf(fileBytes)) {
    const element = text.startsWith('## ') ? `<h2>${text.slice(3)}</h2>\n` : `<p>${text}</p>\n`
    length += element.length
    if (length > fileBytes - 200) break
    elements.push(element)
  }
  return `<!doctype html><html><head><title>Large</title></head><body>${elements.join('')}</body></html>`
}

/** 15 MB of text, which pack to a third, and a picture. */
async function makeLargeDocx(): Promise<Uint8Array> {
  const body = paragraphsOf(15 * megabyte).map((text) =>
    text.startsWith('## ') ? paragraph(text.slice(3), '<w:pStyle w:val="Heading2"/>') : paragraph(text),
  )
  const xml = wordXml(body.join(''))
  const { length } = await docx(xml)
  return docx(xml, { 'word/media/image1.jpeg': randomBytes(fileBytes - length - 20_000) })
}

/** A thousand pages of text, 4 MB, and a stream that stands for pictures. */
function makeLargePdf(): Uint8Array {
  const lines = paragraphsOf(pages * linesAPage * 80)
    .join(' ')
    .match(/.{1,80}(?:\s|$)/g)!
  const each = Array.from({ length: pages }, (_, i) => lines.slice(i * linesAPage, (i + 1) * linesAPage))
  const pdf = Buffer.from(makePdf(each))
  const at = pdf.lastIndexOf('xref\n0')
  const size = fileBytes - pdf.length - 1_000
  const head = Buffer.from(`99999 0 obj\n<< /Length ${size} >>\nstream\n`)
  const tail = Buffer.from('\nendstream\nendobj\n')
  const rest = pdf
    .subarray(at)
    .toString('latin1')
    .replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) + head.length + size + tail.length}`)
  return Buffer.concat([pdf.subarray(0, at), head, randomBytes(size), tail, Buffer.from(rest, 'latin1')])
}

/** A file of 20 MB of each kind that is read, by its name; made when it is asked for. */
export const largeFiles: Record<string, () => Promise<string | Uint8Array> | string | Uint8Array> = {
  'large.csv': makeLargeCsv,
  'large.txt': () => paragraphsOf(fileBytes).join('\n\n').replaceAll('## ', '').slice(0, fileBytes),
  'large.md': () => paragraphsOf(fileBytes).join('\n\n').slice(0, fileBytes),
  'large.html': makeLargeHtml,
  'large.docx': makeLargeDocx,
  'large.pdf': makeLargePdf,
}
