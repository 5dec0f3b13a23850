import { availableParallelism } from 'node:os'
import { openWorkerPool } from '../../services/ingest/src/extraction/worker-pool.ts'
import { extractWhole } from '../../services/ingest/testing/extract-whole.ts'
import { docx, paragraph, wordXml } from '../../services/ingest/testing/make-docx.ts'
import { makePdf } from '../../services/ingest/testing/make-pdf.ts'
import { makePicture, makeScan } from '../../services/ingest/testing/make-scan.ts'
import { report, sized } from './figures/report.ts'
import { writer } from './knowledge/write-text.ts'

const megabyte = 1024 * 1024
/** What a printed page holds, whatever the format. */
const pageCharacters = 2_500
const pages = sized(40, 4)
const documents = sized(8, 2)
const scannedPages = sized(6, 1)
const rounds = sized(3, 1)
const limits = {
  timeMs: 120_000,
  heapBytes: 160 * megabyte,
  bufferBytes: 192 * megabyte,
  pages: 3_000,
  inflatedBytes: 100 * megabyte,
  characters: 30_000_000,
}
const ocr = {
  workers: 2,
  pagePixels: 10_000_000,
  picturePixels: 40_000_000,
  pages: 200,
  pageTimeMs: 60_000,
  timeMs: 480_000,
  bufferBytes: 512 * megabyte,
}
const { signal } = new AbortController()

/** Text in lines of some 80 characters, a page in each list. */
function linesOfPages(): string[][] {
  const { text } = writer(7).text(pageCharacters * pages)
  const lines = text.replace(/\s+/g, ' ').match(/.{1,80}(?:\s|$)/g) ?? []
  const each = Math.ceil(lines.length / pages)
  return Array.from({ length: pages }, (_, i) => lines.slice(i * each, (i + 1) * each).map((line) => line.trim()))
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** The same text in every format. */
async function files(): Promise<Record<string, Uint8Array>> {
  const lines = linesOfPages()
  const paragraphs = lines.map((page) => page.join(' '))
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  return {
    'text.txt': Buffer.from(paragraphs.join('\n\n')),
    'text.md': Buffer.from(paragraphs.map((text, i) => `## Part ${i}\n\n${text}`).join('\n\n')),
    'text.csv': Buffer.from(
      `Number,Text\n${lines
        .flat()
        .map((line, i) => `${i},${cell(line)}`)
        .join('\n')}`,
    ),
    'text.html': Buffer.from(`<h1>Text</h1>${paragraphs.map((text) => `<p>${escapeXml(text)}</p>`).join('')}`),
    'text.docx': await docx(wordXml(paragraphs.map((text) => paragraph(escapeXml(text))).join(''))),
    'text.pdf': makePdf(lines),
  }
}

/** Pages a second by format, in the worker threads of one process, and scanned pages a minute. */
export async function bench(): Promise<void> {
  const pool = openWorkerPool({ size: 2, limits, ocr })
  const read = (filename: string, bytes: Uint8Array) =>
    extractWhole(pool, { filename, read: async () => Uint8Array.from(bytes) }, { signal })
  const rates: [string, number][] = []
  for (const [name, bytes] of Object.entries(await files())) {
    const all = () => Promise.all(Array.from({ length: documents }, () => read(name, bytes)))
    await all()
    let best = 0
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      await all()
      best = Math.max(best, (documents * pages * 1_000) / (performance.now() - started))
    }
    rates.push([name, best])
  }
  const pdf = rates.find(([name]) => name === 'text.pdf')![1]
  console.log(`${documents} documents of ${pages} pages, 2 workers, ${availableParallelism()} cores`)
  console.log(`${''.padEnd(16)}${'pages/s'.padStart(12)}${'of PDF'.padStart(12)}`)
  for (const [name, rate] of rates) {
    report(`pages read of ${name}`, rate, '/s')
    console.log(`${name.padEnd(16)}${rate.toFixed(0).padStart(12)}${`${(rate / pdf).toFixed(1)}×`.padStart(12)}`)
  }

  const lines = linesOfPages()[0]!
  const scanned = await makePicture(lines, { kind: 'jpeg', pixelsPerInch: 200 })
  const scan = await makeScan(Array.from({ length: scannedPages }, () => scanned))
  await read('page.jpg', scanned)
  const started = performance.now()
  const { text } = await read('scan.pdf', scan)
  const minutes = (performance.now() - started) / 60_000
  const found = new TextDecoder().decode(text)
  const right = lines.filter((line) => found.includes(line)).length
  report('OCR of scanned pages, 200 pixels an inch', scannedPages / minutes, '/min')
  console.log(
    `\nOCR: ${(scannedPages / minutes).toFixed(0)} pages a minute of ${lines.length} lines at 200 pixels an inch, ${right} of ${lines.length} lines to the letter`,
  )
  await pool.close()
}

if (import.meta.main) await bench()
