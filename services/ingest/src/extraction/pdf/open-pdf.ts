import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ServiceError } from '@frontdesk/contracts'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { sameThreadPort } from './same-thread-port.ts'

export type PdfDocument = PDFDocumentProxy

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folderUrl = (name: string) => `${join(packageFolder, name)}/`

function openingError(error: unknown): ServiceError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return new ServiceError('password_protected', { cause: error })
  return damagedPdf(error)
}

/** The error for an unreadable PDF. */
export const damagedPdf = (cause: unknown): ServiceError =>
  new ServiceError('damaged_document', { detail: 'The file is not a PDF, or it is damaged.', cause })

/**
 * Opens a PDF with both halves of pdfjs in this thread; pictures of more than `maxImageSize` pixels are left out. The
 * bytes are moved. Throws `password_protected`, `damaged_document`.
 */
export async function openPdf(
  bytes: Uint8Array,
  { maxImageSize }: { maxImageSize: number },
): Promise<{ document: PdfDocument; close(): Promise<void> }> {
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
    maxImageSize,
    cMapUrl: folderUrl('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderUrl('standard_fonts'),
    wasmUrl: folderUrl('wasm'),
  })
  const close = async () => {
    await loading.destroy()
    worker.destroy()
    port.terminate()
  }
  try {
    return { document: await loading.promise, close }
  } catch (error) {
    await close()
    throw openingError(error)
  }
}
