import { readText, type TextOptions } from '@frontdesk/text-files/charset'
import type { Piece, Reading } from '../document.ts'
import { isJunkTitle } from '../junk-title.ts'
import { release } from '../release-bytes.ts'
import { isSurrounding, piecesOfHtml } from './html-pieces.ts'
import { type MarkupHandler, parseMarkup } from './markup.ts'
import { visibleOnly, withoutHiddenText } from './visible-text.ts'
import { withLostText } from './with-lost-text.ts'

/** The search for the main content takes more than linear time; a page with more or deeper tags is taken as a whole. */
const maxMarks = 20_000
const maxNestingDepth = 256
/** If the main content is a smaller share of a page than this, it was not recognised correctly. */
const minShare = 0.2

const charset = /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What is said of a page before it is read: the first title and top heading, and whether its main content may be looked for. */
type Outline = { title: string; topic: string; isSimple: boolean }

function outlineOf(html: string): Outline {
  const found: { title?: string; h1?: string } = {}
  let open: 'title' | 'h1' | undefined
  let pictures = 0
  let depth = 0
  let deepest = 0
  let marks = 0
  const handler: MarkupHandler = {
    open(name) {
      marks++
      deepest = Math.max(deepest, ++depth)
      if (name === 'svg') pictures++
      else if ((name === 'title' || name === 'h1') && pictures === 0 && found[name] === undefined) {
        open = name
        found[name] = ''
      }
    },
    text(text) {
      if (open && pictures === 0) found[open] += text
    },
    close(name) {
      marks++
      depth--
      if (name === 'svg') pictures--
      else if (name === open) open = undefined
    },
  }
  for (const _ of parseMarkup(html, visibleOnly(handler)));
  const { title = '', h1 = '' } = found
  return {
    title: collapse(title),
    topic: collapse(h1),
    isSimple: marks <= maxMarks && deepest <= maxNestingDepth,
  }
}

const lengthOf = (pieces: Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length, 0)

/** Reads a web page: its main content, without navigation and other surroundings. Throws `UnknownCharset`. */
export async function readHtml(
  bytes: Uint8Array,
  { url = 'https://page.invalid/', ...said }: TextOptions & { url?: string | undefined } = {},
): Promise<Reading> {
  // A server that says UTF-8 of every page knows less than the page.
  const isSaid = said.declared !== undefined && !/^utf-?8$/i.test(said.declared)
  const declared = isSaid ? said.declared : charset.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]
  const { text: html, encoding } = readText(bytes, { ...said, declared })
  release(bytes)
  const { title: own, topic, isSimple } = outlineOf(html)
  const title = own === '' || isJunkTitle(own) ? topic : own
  const everything = () => piecesOfHtml(html, isSurrounding)
  const pieces = isSimple ? await mainOrAll(html, url) : undefined
  // What finds the main content takes the topmost heading for the page's title and leaves it out.
  const isThere = topic === '' || hasText(pieces ?? everything(), topic)
  const heading: Piece[] = isThere ? [] : [{ kind: 'heading', text: topic }]
  return {
    pieces: pieces ? [...heading, ...pieces] : chained(heading, everything()),
    encoding,
    ...(title && { title }),
  }
}

function hasText(pieces: Iterable<Piece>, wanted: string): boolean {
  for (const { text } of pieces) if (text === wanted) return true
  return false
}

function* chained(...parts: Iterable<Piece>[]): Generator<Piece> {
  for (const part of parts) yield* part
}

async function mainOrAll(html: string, url: string): Promise<Piece[]> {
  const all = [...piecesOfHtml(html, isSurrounding)]
  const main = await mainPieces(withoutHiddenText(html), url)
  return lengthOf(main) >= lengthOf(all) * minShare ? withLostText(main, all) : all
}

const slugOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether an element has its id from the heading in it: that says nothing of what it is, though it may be "share-a-folder". */
function isNamedForHeading(element: {
  id: string
  matches(selector: string): boolean
  querySelector(selector: string): { textContent: string | null } | null
  textContent: string | null
}): boolean {
  const heading = element.matches('h1,h2,h3,h4,h5,h6') ? element : element.querySelector('h1,h2,h3,h4,h5,h6')
  const slug = slugOf(heading?.textContent ?? '')
  const id = slugOf(element.id)
  return id.length > 2 && slug !== '' && (slug.startsWith(id) || id.startsWith(slug))
}

async function mainPieces(html: string, url: string): Promise<Piece[]> {
  const { Defuddle } = await import('defuddle/node')
  const { parseHTML } = await import('linkedom')
  // A fragment needs a document around it, or the parser takes its first element for the whole.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  // The text that people don't see is gone already: what is left is not to be judged by its style again.
  for (const name of ['style', 'hidden', 'aria-hidden']) {
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }
  for (const element of document.querySelectorAll('[id]')) if (isNamedForHeading(element)) element.removeAttribute('id')
  const { content } = await Defuddle(document as unknown as string, url, { useAsync: false })
  return [...piecesOfHtml(content)]
}
