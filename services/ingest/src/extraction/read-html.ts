import { ServiceError } from '@frontdesk/contracts'
import { readText, type TextOptions } from '@frontdesk/text-files/charset'
import type { Piece, Reading } from './document.ts'
import { type HtmlNode, piecesOfHtml } from './walk-html.ts'

/** Open tags without their end nested deeper than this make parsers recurse too far; counted before parsing. */
const maxNestingDepth = 2_000
/** The search for the main content takes more than linear time; a page with more tags is taken as a whole. */
const maxMarks = 20_000
/** If the main content is a smaller share of a page than this, it was not recognised correctly. */
const minShare = 0.2
const surroundings =
  'nav, header, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [aria-hidden=true]'

const charset = /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i
const voidTags =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|td|tr|th|dt|dd|option)$/i

/** The approximate nesting depth of tags, in one linear pass. */
function nestingOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const name = /^\/?[a-z][a-z0-9]{0,20}/i.exec(html.slice(at + 1, at + 24))?.[0]
    if (!name) continue
    if (name.startsWith('/')) depth = Math.max(0, depth - 1)
    else if (!voidTags.test(name)) deepest = Math.max(deepest, ++depth)
  }
  return deepest
}

function hasMoreMarksThan(html: string, most: number): boolean {
  let marks = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) if (++marks > most) return true
  return false
}

async function parse(html: string) {
  if (nestingOf(html) > maxNestingDepth) {
    throw new ServiceError('document_too_complex', { detail: 'The page is nested too deeply.' })
  }
  const { parseHTML } = await import('linkedom')
  // A fragment needs a document around it, or the parser takes its first element for the whole.
  return parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`).document
}

const lengthOf = (pieces: Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** Reads a web page: its main content, without navigation and other surroundings. */
export async function readHtml(
  bytes: Uint8Array,
  { url = 'https://page.invalid/', ...said }: TextOptions & { url?: string | undefined } = {},
): Promise<Reading> {
  // A server that says UTF-8 of every page knows less than the page.
  const isSaid = said.declared !== undefined && !/^utf-?8$/i.test(said.declared)
  const declared = isSaid ? said.declared : charset.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]
  const { text: html, encoding } = readText(bytes, { ...said, declared })
  const document = await parse(html)
  const topic = document.querySelector('h1')?.textContent?.replace(/\s+/g, ' ').trim()
  const title = document.title?.trim() || topic
  for (const element of document.querySelectorAll(surroundings)) element.remove()
  const all = piecesOfHtml(document.body as unknown as HtmlNode)
  const main = hasMoreMarksThan(html, maxMarks) ? [] : await mainPieces(html, url)
  const isPlausible = lengthOf(main) >= lengthOf(all) * minShare
  const pieces = isPlausible ? main : all
  // What finds the main content takes the topmost heading for the page's title and leaves it out.
  if (topic && !pieces.some(({ text }) => text === topic)) pieces.unshift({ kind: 'heading', text: topic })
  return { pieces, encoding, ...(title && { title }) }
}

async function mainPieces(html: string, url: string): Promise<Piece[]> {
  const { Defuddle } = await import('defuddle/node')
  const page = await parse(html)
  const { content } = await Defuddle(page as unknown as string, url, { useAsync: false })
  const document = await parse(content)
  return piecesOfHtml(document.body as unknown as HtmlNode)
}
