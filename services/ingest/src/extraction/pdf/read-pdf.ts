import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '@frontdesk/contracts'
import type { ExtractionLimits, Reading } from '../document.ts'
import { type Segment, segmentsOf, type TextItem } from './lines.ts'
import { bodySizeOf, piecesOfPage } from './paragraphs.ts'
import { readingOrder } from './reading-order.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folderUrl = (name: string) => `${join(packageFolder, name)}/`

function openingError(error: unknown): ServiceError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return new ServiceError('password_protected', { cause: error })
  return new ServiceError('damaged_document', { detail: 'The file is not a PDF, or it is damaged.', cause: error })
}

/**
 * Reads a PDF's text in reading order, page by page; `onPage` hears how far it is. Throws `password_protected`,
 * `damaged_document`, `document_too_complex` above the page limit, `no_text` when no page has text (a scan).
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'pages' | 'characters'>,
  onPage: (done: number, total: number) => void = () => {},
): Promise<Reading> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(join(packageFolder, 'legacy/build/pdf.worker.mjs')).href
  const loading = pdfjs.getDocument({
    data: bytes,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    cMapUrl: folderUrl('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderUrl('standard_fonts'),
  })
  try {
    const document = await loading.promise.catch((error) => {
      throw openingError(error)
    })
    if (document.numPages > limits.pages) {
      throw new ServiceError('document_too_complex', {
        detail: `It has ${document.numPages} pages; the limit is ${limits.pages}.`,
      })
    }
    const pages: Segment[][] = []
    let characters = 0
    let broken = 0
    for (let number = 1; number <= document.numPages; number++) {
      const segments = await readPage(document, number).catch(() => undefined)
      // One page that can't be read does not take the others with it; all of them would.
      if (!segments) broken++
      pages.push(segments ?? [])
      for (const { text } of segments ?? []) characters += text.length
      if (characters > limits.characters) {
        throw new ServiceError('document_too_complex', { detail: `It has more than ${limits.characters} characters.` })
      }
      onPage(number, document.numPages)
    }
    if (broken > 0 && broken === document.numPages) throw openingError(new Error('no page could be read'))
    const { info } = await document.getMetadata().catch(() => ({ info: {} }))
    const title = (info as { Title?: unknown }).Title
    const bodySize = bodySizeOf(pages)
    return {
      pieces: pages.flatMap((segments, i) => piecesOfPage(readingOrder(segments), i + 1, bodySize)),
      pages: document.numPages,
      ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    }
  } finally {
    await loading.destroy()
  }
}

type PdfDocument = { getPage(number: number): Promise<any> }

async function readPage(document: PdfDocument, number: number): Promise<Segment[]> {
  const page = await document.getPage(number)
  try {
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    return segmentsOf(items.filter((item: object) => 'str' in item) as TextItem[], height)
  } finally {
    page.cleanup()
  }
}
