import type { TextItem } from '../pdf/lines.ts'

/** A word that OCR found on a page, in the page's points, like text runs of a PDF. */
export type Word = TextItem

/** One page of a PDF, or the only one of a picture. `document` names the bytes: what is open already is not opened again. */
export type OcrTask = { document: string; filename: string; bytes: SharedArrayBuffer; page: number }

/** The limits of OCR. */
export type OcrLimits = {
  /** Pages that go through OCR at the same time, over all documents. */
  workers: number
  /** Pixels that one page is recognised at; it is drawn, or made smaller, to fit. */
  pagePixels: number
  /** Pixels of one picture, in a file of its own or inside a PDF; a larger one is not decoded. */
  picturePixels: number
  /** Pages of one document that go through OCR. */
  pages: number
  /** Wall-clock time of one page, and of all pages of one document together. */
  pageTimeMs: number
  timeMs: number
  /** The memory of one thread outside its heap. */
  bufferBytes: number
}
