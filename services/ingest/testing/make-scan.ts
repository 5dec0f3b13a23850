import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { openPdf } from '../src/extraction/pdf/open-pdf.ts'
import { makePdf } from './make-pdf.ts'

type PictureKind = 'png' | 'jpeg' | 'webp'

/** A picture of a page with a line of Helvetica 12 for each string, as a scanner would take it. For tests and benchmarks. */
export async function makePicture(
  lines: string[],
  { kind = 'png', pixelsPerInch = 150, turns = 0 }: { kind?: PictureKind; pixelsPerInch?: number; turns?: number } = {},
): Promise<Uint8Array> {
  const { document, close } = await openPdf(Uint8Array.from(makePdf([lines])), { maxImageSize: 1 })
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: pixelsPerInch / 72, rotation: turns * 90 })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  await page.render({ canvas: canvas as never, viewport }).promise
  await close()
  if (kind === 'png') return new Uint8Array(canvas.toBuffer('image/png'))
  return new Uint8Array(kind === 'jpeg' ? canvas.toBuffer('image/jpeg', 80) : canvas.toBuffer('image/webp', 80))
}

const stream = (dictionary: string, bytes: Uint8Array): string =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`

/**
 * A PDF of which each page is a JPEG that fills it, or has lines of text of its own, or (no lines) nothing at all. For
 * tests and benchmarks.
 */
export async function makeScan(pages: (Uint8Array | string[])[]): Promise<Uint8Array> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${4 + i * 3} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const page of pages) {
    const own = objects.length + 1
    const isText = Array.isArray(page)
    const image: Image | undefined = isText ? undefined : await loadImage(page)
    const content = isText
      ? `BT /F1 12 Tf 14 TL 1 0 0 1 50 800 Tm ${page.map((line) => `(${line}) Tj T*`).join(' ')} ET`
      : 'q 595 0 0 842 0 0 cm /I1 Do Q'
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${own + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I1 ${own + 2} 0 R >> >> >>`,
      stream('', Buffer.from(content)),
      image
        ? stream(
            `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
            page as Uint8Array,
          )
        : 'null',
    )
  }
  let file = '%PDF-1.4\n'
  let rows = '0000000000 65535 f \n'
  for (const [i, object] of objects.entries()) {
    rows += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
  }
  file += `xref\n0 ${objects.length + 1}\n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.indexOf('xref\n0 ')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
