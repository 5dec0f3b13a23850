import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { findInItems, type ItemPart } from './find-in-items.ts'

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Rules }
type Rules = { createScriptURL(url: string): string }

/** Where browsers have Trusted Types, a worker starts only from an address that a policy lets through: this one alone. */
function trusted(workerUrl: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  if (!trustedTypes) return workerUrl
  const createScriptURL = (url: string): string => {
    if (url !== workerUrl) throw new TypeError(`${url} is not the worker of this page.`)
    return url
  }
  return trustedTypes.createPolicy('frontdesk-pdf', { createScriptURL }).createScriptURL(workerUrl)
}

/** Reads a PDF in a worker of this origin. `close` ends both. */
export async function openPdf(data: ArrayBuffer): Promise<{ document: PDFDocumentProxy; close: () => void }> {
  // Loaded when somebody opens a PDF. The legacy build runs in all browsers that the console supports.
  const [pdfjs, { default: workerUrl }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ])
  const port = new Worker(trusted(new URL(workerUrl, location.href).href), { type: 'module' })
  const worker = pdfjs.PDFWorker.create({ port })
  const loading = pdfjs.getDocument({
    data,
    worker,
    // The content security policy allows no code that is made of bytes, and only files of this server.
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
    isImageDecoderSupported: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  const close = () => {
    void loading.destroy().finally(() => {
      worker.destroy()
      port.terminate()
    })
  }
  try {
    return { document: await loading.promise, close }
  } catch (error) {
    close()
    throw error
  }
}

/** A mark on a page, in shares of its width and height. */
export type Mark = { left: number; top: number; width: number; height: number }

type Item = { str: string; transform: number[]; width: number; height: number }
async function itemsOf(page: PDFPageProxy): Promise<Item[]> {
  const { items } = await page.getTextContent()
  return items.filter((item): item is typeof item & Item => 'str' in item)
}

/** Where the parts stand on the page; letters of an item are taken to be of one width. */
function marksOf(page: PDFPageProxy, items: readonly Item[], parts: readonly ItemPart[]): Mark[] {
  const viewport = page.getViewport({ scale: 1 })
  return parts.flatMap(({ item, start, end }) => {
    const { str, transform, width, height } = items[item]!
    const [, , , , x, y] = transform as [number, number, number, number, number, number]
    if (str.length === 0 || width === 0) return []
    const from = x + (width * start) / str.length
    const to = x + (width * end) / str.length
    const [x1, y1] = viewport.convertToViewportPoint(from, y - 0.25 * height) as [number, number]
    const [x2, y2] = viewport.convertToViewportPoint(to, y + height) as [number, number]
    return [
      {
        left: Math.min(x1, x2) / viewport.width,
        top: Math.min(y1, y2) / viewport.height,
        width: Math.abs(x2 - x1) / viewport.width,
        height: Math.abs(y2 - y1) / viewport.height,
      },
    ]
  })
}

/** Less of a quote than this is no place where it stands. */
const minShare = 0.5

/** The page that has most of a quote, and where; undefined when no page has enough of it. */
export async function findQuoteIn(
  document: PDFDocumentProxy,
  quote: string,
  signal: AbortSignal,
): Promise<{ number: number; marks: Mark[] } | undefined> {
  let best: { number: number; marks: Mark[]; share: number } | undefined
  for (let number = 1; number <= document.numPages; number++) {
    signal.throwIfAborted()
    const page = await document.getPage(number)
    const items = await itemsOf(page)
    const { parts, share } = findInItems(
      items.map(({ str }) => str),
      quote,
    )
    if (share >= minShare && share > (best?.share ?? 0)) best = { number, marks: marksOf(page, items, parts), share }
    page.cleanup()
    if (share === 1) break
  }
  return best
}
