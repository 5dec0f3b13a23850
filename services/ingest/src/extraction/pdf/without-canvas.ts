import Module, { createRequire } from 'node:module'

/**
 * Keeps pdfjs from loading the canvas into this thread, of whose 31 MB nothing is used where text alone is read: as soon as it
 * is imported, pdfjs asks for it, and makes one matrix. Call it before that, in a thread that draws no page.
 */
export function withoutCanvas(): void {
  const ownRequire = createRequire(import.meta.url)
  const pdfjsRequire = createRequire(ownRequire.resolve('pdfjs-dist/legacy/build/pdf.mjs'))
  let filename: string
  try {
    filename = pdfjsRequire.resolve('@napi-rs/canvas')
  } catch {
    // It is optional for pdfjs, and does not stand beside it here.
    return
  }
  const standIn = new Module(filename)
  standIn.exports = { DOMMatrix: class {}, Path2D: class {} }
  standIn.loaded = true
  pdfjsRequire.cache[filename] ??= standIn
}
