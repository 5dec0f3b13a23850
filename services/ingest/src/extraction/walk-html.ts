import { ServiceError } from '@frontdesk/contracts'
import type { Piece } from './document.ts'
import { pieceOfGrid } from './tables/table-piece.ts'

/** Deeper than any real page; hostile pages are rejected from here on. */
const maxDepth = 1_000

const headings = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const ignored = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'HEAD',
  'IFRAME',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
])
/** Elements whose text runs on within a line. */
const inline = new Set([
  ...[
    'A',
    'ABBR',
    'B',
    'BDI',
    'BDO',
    'CITE',
    'CODE',
    'DATA',
    'DFN',
    'DEL',
    'EM',
    'FONT',
    'I',
    'INS',
    'KBD',
    'LABEL',
    'MARK',
    'Q',
  ],
  ...['RUBY', 'S', 'SAMP', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP', 'TIME', 'TT', 'U', 'VAR', 'WBR', 'IMG'],
])

/** The part of a DOM node that is used, of any DOM library. */
export type HtmlNode = {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  childNodes: ArrayLike<HtmlNode>
  getAttribute?(name: string): string | null
}
const textNode = 3
const elementNode = 1

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Children, last first, for a stack. Read once: a DOM's list may be made anew each time it is asked for. */
const childrenReversed = (node: HtmlNode): HtmlNode[] => Array.from(node.childNodes).reverse()

/** The text of a node with everything in it, on one line. */
function textOf(root: HtmlNode): string {
  const parts: string[] = []
  const open: HtmlNode[] = [root]
  while (open.length > 0) {
    const node = open.pop()!
    if (node.nodeType === textNode) parts.push(node.nodeValue ?? '')
    else if (!ignored.has(node.nodeName.toUpperCase())) {
      if (!inline.has(node.nodeName.toUpperCase())) parts.push(' ')
      for (const child of childrenReversed(node)) open.push(child)
    }
  }
  return collapse(parts.join(''))
}

/** Elements of some names below a node, not looking inside those found, in order. */
function below(root: HtmlNode, names: string[]): HtmlNode[] {
  const found: HtmlNode[] = []
  const open = childrenReversed(root)
  while (open.length > 0) {
    const node = open.pop()!
    if (node.nodeType !== elementNode) continue
    if (names.includes(node.nodeName.toUpperCase())) found.push(node)
    else for (const child of childrenReversed(node)) open.push(child)
  }
  return found
}

const spanOf = (cell: HtmlNode, name: string): number => Number(cell.getAttribute?.(name) ?? 1)

function tablePieces(table: HtmlNode): Piece[] {
  const head = new Set(below(table, ['THEAD']).flatMap((part) => below(part, ['TR'])))
  const rows = below(table, ['TR']).map((row) => {
    const cells = below(row, ['TH', 'TD'])
    const isHeader = head.has(row) || (cells.length > 0 && cells.every((cell) => cell.nodeName.toUpperCase() === 'TH'))
    return {
      cells: cells.map((cell) => ({
        text: textOf(cell),
        columns: spanOf(cell, 'colspan'),
        rows: spanOf(cell, 'rowspan'),
      })),
      isHeader,
    }
  })
  const [caption] = below(table, ['CAPTION'])
  const said = caption && textOf(caption)
  return [...(said ? [{ kind: 'paragraph' as const, text: said }] : []), ...pieceOfGrid(rows, said)]
}

function listPiece(list: HtmlNode): Piece {
  const isOrdered = list.nodeName.toUpperCase() === 'OL'
  const items = below(list, ['LI']).map((item, i) => `${isOrdered ? `${i + 1}.` : '-'} ${textOf(item)}`)
  return { kind: 'list', text: items.join('\n') }
}

/** Turns a tree of HTML into pieces in reading order. Throws `document_too_complex` when it is nested too deeply. */
export function piecesOfHtml(root: HtmlNode): Piece[] {
  const pieces: Piece[] = []
  let run = ''
  const flush = () => {
    const text = collapse(run)
    if (text !== '') pieces.push({ kind: 'paragraph', text })
    run = ''
  }
  // An entry without a node ends a block.
  const open: { node?: HtmlNode; depth: number }[] = [{ node: root, depth: 0 }]
  while (open.length > 0) {
    const { node, depth } = open.pop()!
    if (!node) flush()
    else if (node.nodeType === textNode) run += node.nodeValue ?? ''
    else {
      if (depth > maxDepth) throw new ServiceError('document_too_complex', { detail: 'The page is nested too deeply.' })
      const name = node.nodeName.toUpperCase()
      if (ignored.has(name)) continue
      if (name === 'BR') run += '\n'
      else if (headings.has(name)) {
        flush()
        const text = textOf(node)
        if (text !== '') pieces.push({ kind: 'heading', text })
      } else if (name === 'TABLE') {
        flush()
        pieces.push(...tablePieces(node))
      } else if (name === 'UL' || name === 'OL') {
        flush()
        pieces.push(listPiece(node))
      } else {
        const isBlock = !inline.has(name)
        if (isBlock) {
          flush()
          open.push({ depth })
        }
        for (const child of childrenReversed(node)) open.push({ node: child, depth: depth + 1 })
      }
    }
  }
  flush()
  return pieces
}
