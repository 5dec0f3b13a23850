import type { TextItem } from '../pdf/lines.ts'

/** A word that was recognised on a page, in the page's points: as runs of text of a PDF are. */
export type Word = TextItem

/** One page of a PDF, or the only one of a picture. `document` names the bytes: what is open already is not opened again. */
export type OcrTask = { document: string; filename: string; bytes: SharedArrayBuffer; page: number }

/** What recognition may use up. */
export type OcrLimits = {
  /** Pages that are recognised at the same time, over all documents. */
  workers: number
  /** Pixels that one page is recognised at; it is drawn, or made smaller, to fit. */
  pagePixels: number
  /** Pixels of one picture, in a file of its own or inside a PDF; a larger one is not decoded. */
  picturePixels: number
  /** Pages of one document that are recognised. */
  pages: number
  /** Wall-clock time of one page, and of all pages of one document together. */
  pageTimeMs: number
  timeMs: number
  /** What one thread may hold outside its heap. */
  bufferBytes: number
}
