import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ServiceError } from '@frontdesk/contracts'
import type { ExtractionLimits, Piece, Reading } from '../document.ts'
import { withoutFurniture } from './furniture.ts'
import { type Segment, segmentsOf, type TextItem } from './lines.ts'
import { bodySizeOf, piecesOfPage } from './paragraphs.ts'
import { readingOrder } from './reading-order.ts'
import { type GlyphPage, mendItems, plainLetters } from './right-to-left.ts'
import { sameThreadPort } from './same-thread-port.ts'
import { uprightItems, type Viewport } from './upright.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folderUrl = (name: string) => `${join(packageFolder, name)}/`

/** A whole file ends with the place of its cross-references; readers look for that no further back than this. */
const tailBytes = 2_048

/**
 * Whether the end of a file is gone (ISO 32000-2, 7.5.5). pdfjs then gathers what is left, and a document would lose
 * pages without a word to anybody.
 */
function isCut(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('latin1')
  return !tail.includes('startxref') && !tail.includes('%%EOF')
}

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
  if (isCut(bytes)) throw new ServiceError('damaged_document', { detail: 'The end of the PDF is missing.' })
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { WorkerMessageHandler } = await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  const port = sameThreadPort()
  // The package's types know of no port but none.
  const worker = new pdfjs.PDFWorker({ port: port as unknown as null, verbosity: pdfjs.VerbosityLevel.ERRORS })
  WorkerMessageHandler.initializeFromPort(port)
  const loading = pdfjs.getDocument({
    worker,
    data: bytes,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    // No picture is looked at, so none is unpacked.
    maxImageSize: 1,
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
      const segments = await readPage(document, number, pdfjs.OPS).catch(() => undefined)
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
    const pieces: Piece[] = []
    for (const [i, segments] of withoutFurniture(pages).entries()) {
      pieces.push(...piecesOfPage(readingOrder(segments), i + 1, bodySize, pieces.at(-1)))
    }
    return {
      pieces,
      pages: document.numPages,
      ...(typeof title === 'string' && title.trim() !== '' && { title: title.trim() }),
    }
  } finally {
    await loading.destroy()
    worker.destroy()
    port.terminate()
  }
}

type PdfPage = GlyphPage & {
  getViewport(options: { scale: number }): Viewport
  getTextContent(options: { disableNormalization: boolean }): Promise<{ items: object[] }>
  cleanup(): void
}
type PdfDocument = { getPage(number: number): Promise<unknown> }

async function readPage(
  document: PdfDocument,
  number: number,
  operators: { setFont: number; showText: number },
): Promise<Segment[]> {
  const page = (await document.getPage(number)) as PdfPage
  try {
    const viewport = page.getViewport({ scale: 1 })
    // Ligatures are taken apart after runs are in reading order, not before.
    const { items } = await page.getTextContent({ disableNormalization: true })
    const read = await mendItems(
      items.filter((item): item is TextItem => 'str' in item),
      page,
      operators,
    )
    return segmentsOf(
      uprightItems(read, viewport).map((item) => ({ ...item, str: plainLetters(item.str) })),
      viewport.height,
    )
  } finally {
    page.cleanup()
  }
}
