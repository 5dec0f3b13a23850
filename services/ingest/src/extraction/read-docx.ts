import { ServiceError } from '@frontdesk/contracts'
import { checkArchive } from './check-archive.ts'
import type { ExtractionLimits, Reading } from './document.ts'
import { readContentHtml } from './read-html.ts'

/** Images are carried as nothing: only text is read. */
const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"]

/** Reads a Word document: headings, lists, tables, footnotes. Throws `damaged_document`, `document_too_complex`. */
export async function readDocx(bytes: Uint8Array, limits: Pick<ExtractionLimits, 'inflatedBytes'>): Promise<Reading> {
  await checkArchive(bytes, limits)
  const { default: mammoth } = await import('mammoth')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  let html: string
  try {
    html = (await mammoth.convertToHtml({ buffer }, { styleMap, convertImage, externalFileAccess: false } as object))
      .value
  } catch (cause) {
    throw new ServiceError('damaged_document', { detail: 'The file is not a Word document, or it is damaged.', cause })
  }
  const reading = await readContentHtml(html)
  const title = reading.pieces.find(({ kind }) => kind === 'heading')?.text
  return { ...reading, ...(title && { title }) }
}
