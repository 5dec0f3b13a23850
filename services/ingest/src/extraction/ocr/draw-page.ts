import { ServiceError } from '@frontdesk/contracts'
import { pictureSize } from '@frontdesk/pictures'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { openPdf, type PdfDocument } from '../pdf/open-pdf.ts'
import type { OcrLimits } from './ocr.ts'

/** What recognition reads best: letters of 10 points are some 40 pixels high. */
const pixelsPerInch = 300
const pointsPerInch = 72
/** Pictures of fewer pixels are screenshots or small photos, whose letters are too small unless they are enlarged. */
const smallPixels = 2_000_000
const enlarged = 2
/** A page that differs by less than this, of 255, from its darkest to its lightest place has nothing on it. */
const minContrast = 16

/** A page in shades of grey, one byte a pixel. `scale` is pixels a point. */
export type Drawing = { width: number; height: number; scale: number; grey: Uint8Array }

type DrawLimits = Pick<OcrLimits, 'pagePixels' | 'picturePixels'>

/** A document that pages are drawn from, one after the other. */
export type OpenDocument = { draw(page: number): Promise<Drawing | undefined>; close(): Promise<void> }

/** Luma of each pixel (ITU-R BT.601) on a white ground; undefined when all are alike. */
function greyOf(canvas: Canvas, scale: number): Drawing | undefined {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const grey = new Uint8Array(width * height)
  let darkest = 255
  let lightest = 0
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    const shade = (data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114) / 1_000
    grey[i] = shade
    if (shade < darkest) darkest = shade
    if (shade > lightest) lightest = shade
  }
  return lightest - darkest < minContrast ? undefined : { width, height, scale, grey }
}

function whiteCanvas(width: number, height: number): Canvas {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

async function drawPdfPage(document: PdfDocument, number: number, { pagePixels }: DrawLimits) {
  const page = await document.getPage(number)
  try {
    const points = page.getViewport({ scale: 1 })
    const scale = Math.min(pixelsPerInch / pointsPerInch, Math.sqrt(pagePixels / (points.width * points.height)))
    const viewport = page.getViewport({ scale })
    const canvas = whiteCanvas(viewport.width, viewport.height)
    await page.render({ canvas: canvas as never, viewport }).promise
    return greyOf(canvas, scale)
  } finally {
    page.cleanup()
  }
}

const damaged = (cause?: unknown) =>
  new ServiceError('damaged_document', { detail: 'The picture could not be decoded.', cause })

/** A picture is a page of one point for each of its pixels. */
async function drawPicture(bytes: Uint8Array, limits: DrawLimits): Promise<Drawing | undefined> {
  const size = pictureSize(bytes)
  if (!size) throw damaged()
  const pixels = size.width * size.height
  if (pixels > limits.picturePixels) throw new ServiceError('document_too_complex')
  const scale = Math.min(pixels < smallPixels ? enlarged : 1, Math.sqrt(limits.pagePixels / pixels))
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw damaged(cause)
  })
  // What decodes it may have turned it already, as its EXIF data says.
  const isTurned = size.turns % 2 === 1 && image.width === size.height && image.height === size.width
  const turns = isTurned ? 0 : size.turns
  const [width, height] = [image.width * scale, image.height * scale]
  const canvas = turns % 2 === 1 ? whiteCanvas(height, width) : whiteCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.translate(canvas.width / 2, canvas.height / 2)
  drawing.rotate((turns * Math.PI) / 2)
  drawing.drawImage(image, -width / 2, -height / 2, width, height)
  return greyOf(canvas, scale)
}

/** Opens a document, a PDF or a picture, of which single pages are drawn; a page with nothing on it is undefined. */
export async function openDocument(filename: string, bytes: Uint8Array, limits: DrawLimits): Promise<OpenDocument> {
  if (!filename.toLowerCase().endsWith('.pdf')) {
    return { draw: () => drawPicture(bytes, limits), close: async () => {} }
  }
  const { document, close } = await openPdf(bytes, { maxImageSize: limits.picturePixels })
  return { draw: (page) => drawPdfPage(document, page, limits), close }
}
