import type { Piece } from '../document.ts'
import { type GridReader, readGrid } from '../tables/table-piece.ts'
import { type MarkupHandler, parseMarkup } from './markup.ts'
import { keptLines, preformattedPieces, shownLines } from './preformatted.ts'
import { visibleOnly } from './visible-text.ts'

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const ignored = new Set(
  'script style noscript template svg title iframe button select textarea object audio video canvas'.split(' '),
)
/** Elements whose text runs on within a line. */
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn del em font i ins kbd label mark q ruby s samp small span strong sub sup time tt u var wbr img'.split(
    ' ',
  ),
)
const surroundings = new Set(['nav', 'header', 'footer', 'aside'])
const surroundingRoles = new Set(['navigation', 'banner', 'contentinfo'])

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Items of a list that become one piece: of an endless one, no more are held. */
const maxItems = 1_000

type List = {
  kind: 'list'
  depth: number
  isOrdered: boolean
  number: number
  items: string[]
  text: string
  /** The `pre` that is open in the item. */
  pre?: string | undefined
}
type Cell = { text: string; columns: number; rows: number; isHeader: boolean }
type Table = {
  kind: 'table'
  depth: number
  grid: GridReader
  caption: string
  isHead: boolean
  row?: { cells: Cell[]; isHead: boolean } | undefined
  cell?: Cell | undefined
  isCaption: boolean
}
type Heading = { kind: 'heading'; text: string }
/** Text whose lines and spaces count. */
type Preformatted = { kind: 'pre'; text: string }

const spanOf = (span: string | undefined): number => Number(span ?? 1)

/** Makes pieces of markup. What stands in a heading, an item or a cell is one line there, whatever it consists of. */
class PieceReader implements MarkupHandler {
  pieces: Piece[] = []
  readonly #isLeftOut: (name: string, attributes: Record<string, string>) => boolean
  #run = ''
  #in: Heading | List | Table | Preformatted | undefined
  /** Elements that are open from one that is left out on. */
  #skipped = 0

  constructor(isLeftOut: (name: string, attributes: Record<string, string>) => boolean) {
    this.#isLeftOut = isLeftOut
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#skipped > 0 || ignored.has(name) || this.#isLeftOut(name, attributes)) {
      this.#skipped++
      return
    }
    const open = this.#in
    if (open?.kind === 'table') this.#openInTable(open, name, attributes)
    else if (open?.kind === 'list') this.#openInList(open, name)
    else if (headings.has(name)) {
      this.end()
      this.#in = { kind: 'heading', text: '' }
    } else if (open?.kind === 'pre') open.text += name === 'br' ? '\n' : ''
    else if (open) open.text += inline.has(name) ? '' : ' '
    else if (name === 'pre') {
      this.end()
      this.#in = { kind: 'pre', text: '' }
    } else if (name === 'table') {
      this.end()
      this.#in = { kind: 'table', depth: 1, grid: readGrid(), caption: '', isHead: false, isCaption: false }
    } else if (name === 'ul' || name === 'ol') {
      this.end()
      this.#in = { kind: 'list', depth: 1, isOrdered: name === 'ol', number: 0, items: [], text: '' }
    } else if (name === 'br') this.#run += '\n'
    else if (!inline.has(name)) this.end()
  }

  #openInList(list: List, name: string): void {
    if (list.pre !== undefined) {
      if (name === 'br') list.pre += '\n'
      return
    }
    if (name === 'pre') list.pre = ''
    if (name === 'ul' || name === 'ol') list.depth++
    else if (name === 'li' && list.depth === 1) this.#endItem(list)
    if (!inline.has(name)) list.text += ' '
  }

  #openInTable(table: Table, name: string, { colspan, rowspan }: Record<string, string>): void {
    if (name === 'table') table.depth++
    if (table.depth > 1) {
      if (!inline.has(name)) this.#addToTable(table, ' ')
    } else if (name === 'thead') table.isHead = true
    else if (name === 'tbody' || name === 'tfoot') table.isHead = false
    else if (name === 'caption') table.isCaption = true
    else if (name === 'tr') {
      this.#endRow(table)
      table.row = { cells: [], isHead: table.isHead }
    } else if (name === 'td' || name === 'th') {
      table.row ??= { cells: [], isHead: table.isHead }
      table.cell = { text: '', columns: spanOf(colspan), rows: spanOf(rowspan), isHeader: name === 'th' }
      table.row.cells.push(table.cell)
    } else if (!inline.has(name)) this.#addToTable(table, ' ')
  }

  #addToTable(table: Table, text: string): void {
    if (table.isCaption) table.caption += text
    else if (table.cell) table.cell.text += text
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    const open = this.#in
    if (!open) this.#run += text
    else if (open.kind === 'table') this.#addToTable(open, text)
    else if (open.kind === 'list' && open.pre !== undefined) open.pre += text
    else open.text += text
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    const open = this.#in
    if (open?.kind === 'table') this.#closeInTable(open, name)
    else if (open?.kind === 'pre') {
      if (name === 'pre') this.end()
    } else if (open?.kind === 'list') {
      if (open.pre !== undefined) this.#closeInPre(open, name)
      else if ((name === 'ul' || name === 'ol') && --open.depth === 0) this.end()
      else if (name === 'li' && open.depth === 1) this.#endItem(open)
      else if (!inline.has(name)) open.text += ' '
    } else if (open) {
      if (headings.has(name)) this.end()
      else if (!inline.has(name)) open.text += ' '
    } else if (!inline.has(name) && name !== 'br') this.end()
  }

  #closeInPre(list: List, name: string): void {
    if (name !== 'pre') return
    list.text += keptLines(list.pre!)
    list.pre = undefined
  }

  #closeInTable(table: Table, name: string): void {
    if (name === 'table' && --table.depth === 0) this.end()
    else if (table.depth > 1) {
      if (!inline.has(name)) this.#addToTable(table, ' ')
    } else if (name === 'caption') this.#endCaption(table)
    else if (name === 'td' || name === 'th') table.cell = undefined
    else if (name === 'tr') this.#endRow(table)
    else if (name === 'thead') table.isHead = false
    else if (!inline.has(name)) this.#addToTable(table, ' ')
  }

  #endCaption(table: Table): void {
    table.isCaption = false
    const said = collapse(table.caption)
    if (said !== '') this.pieces.push({ kind: 'paragraph', text: said })
    table.grid.setCaption(said)
  }

  #endRow(table: Table): void {
    const { row } = table
    table.row = undefined
    table.cell = undefined
    if (!row) return
    const isHeader = row.isHead || (row.cells.length > 0 && row.cells.every((cell) => cell.isHeader))
    const cells = row.cells.map(({ text, columns, rows }) => ({ text: collapse(text), columns, rows }))
    for (const piece of table.grid.add({ cells, isHeader })) this.pieces.push(piece)
  }

  #endItem(list: List): void {
    if (list.pre !== undefined) this.#closeInPre(list, 'pre')
    const text = collapse(list.text)
    list.text = ''
    if (text !== '') list.items.push(shownLines(`${list.isOrdered ? `${++list.number}.` : '-'} ${text}`))
    if (list.items.length >= maxItems) this.#endItems(list)
  }

  #endItems(list: List): void {
    if (list.items.length > 0) this.pieces.push({ kind: 'list', text: list.items.join('\n') })
    list.items = []
  }

  lost(): void {
    this.end()
  }

  /** Ends what is open. */
  end(): void {
    const open = this.#in
    this.#in = undefined
    const before = this.#run
    this.#run = ''
    if (open?.kind === 'table') {
      if (open.isCaption) this.#endCaption(open)
      this.#endRow(open)
      this.pieces.push(...open.grid.end())
    } else if (open?.kind === 'list') {
      this.#endItem(open)
      this.#endItems(open)
    } else if (open?.kind === 'pre') this.pieces.push(...preformattedPieces(open.text))
    else {
      const text = collapse(open?.text ?? before)
      if (text !== '') this.pieces.push({ kind: open ? 'heading' : 'paragraph', text })
    }
  }

  take(): Piece[] {
    return this.pieces.splice(0)
  }
}

/** Whether an element belongs to what surrounds the content of a page. */
export const isSurrounding = (name: string, { role }: Record<string, string>): boolean =>
  surroundings.has(name) || (role !== undefined && surroundingRoles.has(role.trim().toLowerCase()))

/**
 * The pieces of HTML in reading order, made while they are asked for, in linear time and without the tree of the page in
 * memory. Text that people don't see is left out, and elements that `isLeftOut` names.
 */
export function* piecesOfHtml(
  html: string,
  isLeftOut: (name: string, attributes: Record<string, string>) => boolean = () => false,
): Generator<Piece> {
  const reader = new PieceReader(isLeftOut)
  for (const _ of parseMarkup(html, visibleOnly(reader))) yield* reader.take()
  reader.end()
  yield* reader.take()
}
