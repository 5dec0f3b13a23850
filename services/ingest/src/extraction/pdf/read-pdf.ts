import { ServiceError } from '@frontdesk/contracts'
import type { ExtractionLimits, Reading } from '../document.ts'
import { titleOrHeading } from '../junk-title.ts'
import type { Word } from '../ocr/ocr.ts'
import { type Annotation, annotationItems } from './annotations.ts'
import { layOutPages } from './lay-out-pages.ts'
import { type Segment, segmentsOf, type TextItem } from './lines.ts'
import { damagedPdf, openPdf, type PdfDocument } from './open-pdf.ts'
import { type FontStyles, pageSegments } from './page-segments.ts'
import { type GlyphPage, mendItems, plainLetters } from './right-to-left.ts'
import type { Viewport } from './upright.ts'

/** A whole file ends with the place of its cross-references; readers look for that no further back than this. */
const tailBytes = 2_048

/** pdfjs keeps some 50 kB of each page that was read, and fonts, until it is told to let go; fonts are then read again. */
const pagesBetweenCleanups = 100

/**
 * Whether the end of a file is gone (ISO 32000-2, 7.5.5). pdfjs then gathers what is left, and a document would lose
 * pages without a word to anybody.
 */
function isCut(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(-tailBytes)).toString('latin1')
  return !tail.includes('startxref') && !tail.includes('%%EOF')
}

/**
 * Reads a PDF's text in reading order, page by page; `onPage` hears how far it is. A page without text of its own has
 * the words that were `recognised` on it, and is among `unread` when there is nothing yet. Throws `password_protected`,
 * `damaged_document`, `document_too_complex` above the page limit.
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'pages' | 'characters'>,
  onPage: (done: number, total: number) => void = () => {},
  recognised?: ReadonlyMap<number, Word[]>,
): Promise<Reading> {
  if (isCut(bytes)) throw new ServiceError('damaged_document', { detail: 'The end of the PDF is missing.' })
  // No picture is looked at, so none is unpacked.
  const { document, close } = await openPdf(bytes, { maxImageSize: 1 })
  try {
    const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    if (document.numPages > limits.pages) {
      throw new ServiceError('document_too_complex', {
        detail: `It has ${document.numPages} pages; the limit is ${limits.pages}.`,
      })
    }
    const pages: Segment[][] = []
    const unread: number[] = []
    const unreadNotes: number[] = []
    let characters = 0
    let broken = 0
    for (let number = 1; number <= document.numPages; number++) {
      const read = await readPage(document, number, OPS, recognised?.get(number)).catch(() => undefined)
      // One page that can't be read does not take the others with it; all of them would.
      if (!read) broken++
      else if (read.isPicture) unread.push(number)
      if (read && !read.hasNotes) unreadNotes.push(number)
      const segments = read?.segments ?? []
      pages.push(segments)
      for (const { text } of segments) characters += text.length
      if (characters > limits.characters) {
        throw new ServiceError('document_too_complex', { detail: `It has more than ${limits.characters} characters.` })
      }
      if (number % pagesBetweenCleanups === 0) await document.cleanup()
      onPage(number - unread.length, document.numPages)
    }
    if (broken > 0 && broken === document.numPages) throw damagedPdf(new Error('no page could be read'))
    const { info } = await document.getMetadata().catch(() => ({ info: {} }))
    const own = (info as { Title?: unknown }).Title
    const pieces = layOutPages(pages)
    const title = typeof own === 'string' ? titleOrHeading(own, pieces) : undefined
    return {
      pieces,
      pages: document.numPages,
      unread,
      ...(unreadNotes.length > 0 && { unreadNotes }),
      ...(title && { title }),
    }
  } finally {
    await close()
  }
}

type PdfPage = GlyphPage & {
  getViewport(options: { scale: number }): Viewport
  getTextContent(options: { disableNormalization: boolean }): Promise<{ items: object[]; styles: FontStyles }>
  getAnnotations(options: { intent: 'display' }): Promise<Annotation[]>
  cleanup(): void
}

/** Operators that a page needs to show anything but text: a picture is placed by a transform, and is itself left out. */
type Operators = {
  [name in 'setFont' | 'showText' | 'transform' | 'constructPath' | 'paintFormXObjectBegin' | 'shadingFill']: number
}

async function showsSomething(page: GlyphPage, operators: Operators): Promise<boolean> {
  const { transform, constructPath, paintFormXObjectBegin, shadingFill } = operators
  const showing = new Set([transform, constructPath, paintFormXObjectBegin, shadingFill])
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((operator) => showing.has(operator))
}

async function readPage(
  document: PdfDocument,
  number: number,
  operators: Operators,
  words: Word[] | undefined,
): Promise<{ segments: Segment[]; isPicture: boolean; hasNotes: boolean }> {
  const page = (await document.getPage(number)) as unknown as PdfPage
  try {
    const viewport = page.getViewport({ scale: 1 })
    // Words were recognised on the page as it is shown: they stand upright already.
    if (words && words.length > 0)
      return { segments: segmentsOf(words, viewport.height), isPicture: false, hasNotes: true }
    // Ligatures are taken apart after runs are in reading order, not before.
    const { items, styles } = await page.getTextContent({ disableNormalization: true })
    const read = await mendItems(
      items.filter((item): item is TextItem => 'str' in item),
      page,
      operators,
    )
    // A page whose annotations are broken keeps its own text; whoever stores it logs the page.
    const annotations = await page.getAnnotations({ intent: 'display' }).catch(() => undefined)
    const filled = [...read, ...annotationItems(annotations ?? [], read, viewport)]
    const plain = filled.map((item) => ({ ...item, str: plainLetters(item.str) }))
    const segments = pageSegments(plain, styles, viewport)
    const hasText = read.some(({ str }) => str.trim() !== '')
    // What was filled in is drawn on a picture of the page, and recognised with it.
    const isPicture = !hasText && !words && (await showsSomething(page, operators))
    return { segments, isPicture, hasNotes: annotations !== undefined }
  } finally {
    page.cleanup()
  }
}
