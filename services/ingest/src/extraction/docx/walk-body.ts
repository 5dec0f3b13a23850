import { ServiceError } from '@frontdesk/contracts'
import type { Piece } from '../document.ts'
import { type GridCell, readGrid } from '../tables/table-piece.ts'
import type { Archive } from './open-archive.ts'
import { readXml } from './read-xml.ts'
import type { Style } from './styles.ts'

/** What the parts of a document share. */
export type Walk = {
  styles: Map<string, Style>
  markOf: (list: string, depth: number) => string
  /** Ids of notes in the order in which the text refers to them, as `footnote:1`. */
  notes: string[]
  /** Characters that may still be read. */
  room: number
}

type Paragraph = {
  text: string
  style?: string
  list?: { id: string; depth: number }
  isHeading?: boolean
  /** A tracked change deleted its mark: with that accepted, it is one with the next. */
  isMarkDeleted?: true
  after: Piece[]
}
/** `goesOn`: it is one with the cell above. */
type Cell = GridCell & { goesOn?: boolean; isDeleted?: true }
type Table = { rows: { cells: Cell[]; isHeader: boolean; isDeleted?: true }[] }
/** Where pieces go: a body, a cell, a text box, a note. */
type Flow = {
  pieces: Piece[]
  paragraphs: Paragraph[]
  tables: Table[]
  cell?: Omit<Cell, 'text'>
  /** A paragraph that goes on in the next. */
  carried?: Paragraph | undefined
}
type Field = { instruction: string; isResult: boolean }

const newFlow = (): Flow => ({ pieces: [], paragraphs: [], tables: [] })

/** What was deleted or moved away, the second form of what stands there already, comments in Asian script. */
const skipped = new Set(['del', 'moveFrom', 'Fallback', 'rt'])
/** What properties were before a tracked change. */
const isFormer = (name: string): boolean => name.endsWith('PrChange') || name.endsWith('PrExChange')
/** Fields that say nothing of the document itself. */
const pageField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off'

/** Gives cells that are one with those above them their text. */
function fillMerged({ rows }: Table): void {
  let above = new Map<number, string>()
  for (const { cells } of rows) {
    const texts = new Map<number, string>()
    let at = 0
    for (const cell of cells) {
      if (cell.goesOn) cell.text = above.get(at) ?? cell.text
      texts.set(at, cell.text)
      at += cell.columns ?? 1
    }
    above = texts
  }
}

const textOfFlow = ({ pieces }: Flow): string =>
  pieces
    .map(({ text }) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ')

/** Items that follow one another are one list. */
function addPiece(pieces: Piece[], piece: Piece) {
  const last = pieces.at(-1)
  if (piece.kind === 'list' && last?.kind === 'list') last.text += `\n${piece.text}`
  else pieces.push(piece)
}

type Attributes = Record<string, string>

/** What has been read of one part so far, and what is open. */
class PartReader {
  readonly walk: Walk
  readonly onNote: ((id: string, pieces: Piece[]) => void) | undefined
  readonly flows: Flow[] = [newFlow()]
  readonly fields: Field[] = []
  skipDepth = 0
  inProperties = 0
  isInRowProperties = false
  isHidden = false
  capturing: 'text' | 'instruction' | undefined
  note = ''

  constructor(walk: Walk, onNote: ((id: string, pieces: Piece[]) => void) | undefined) {
    this.walk = walk
    this.onNote = onNote
  }

  get flow(): Flow {
    return this.flows.at(-1)!
  }
  get paragraph(): Paragraph | undefined {
    return this.flow.paragraphs.at(-1)
  }
  get row(): Table['rows'][number] | undefined {
    return this.flow.tables.at(-1)?.rows.at(-1)
  }

  add(text: string): void {
    const { walk, paragraph: open } = this
    const isPageNumber = this.fields.some(({ instruction, isResult }) => isResult && pageField.test(instruction))
    if (!open || this.isHidden || isPageNumber) return
    walk.room -= text.length
    if (walk.room < 0) throw new ServiceError('document_too_complex', { detail: 'The document has too much text.' })
    open.text += text
  }

  endParagraph(): void {
    const { flow } = this
    const ended = flow.paragraphs.pop()
    if (!ended) return
    if (ended.isMarkDeleted && flow.paragraphs.length === 0) {
      flow.carried = ended
      return
    }
    this.finishParagraph(ended)
  }

  /** A paragraph that nothing follows that it could go on in. */
  endCarried(): void {
    const { carried } = this.flow
    this.flow.carried = undefined
    if (carried) this.finishParagraph(carried)
  }

  startParagraph(): void {
    const { flow } = this
    const { text = '', after = [] } = flow.paragraphs.length === 0 ? (flow.carried ?? {}) : {}
    if (flow.paragraphs.length === 0) flow.carried = undefined
    flow.paragraphs.push({ text, after })
  }

  private finishParagraph(ended: Paragraph): void {
    const { walk, flow } = this
    const style = walk.styles.get(ended.style ?? '')
    const list = ended.list ?? style?.list
    const text = ended.text.trim()
    if (text !== '') {
      const mark = list && list.id !== '0' ? walk.markOf(list.id, list.depth) : ''
      const marked = mark === '' ? text : `${mark} ${text}`
      const isHeading = ended.isHeading ?? style?.isHeading ?? false
      if (isHeading) addPiece(flow.pieces, { kind: 'heading', text: mark === '-' ? text : marked })
      else if (mark !== '') addPiece(flow.pieces, { kind: 'list', text: '  '.repeat(list!.depth) + marked })
      else addPiece(flow.pieces, { kind: 'paragraph', text })
    }
    for (const piece of ended.after) addPiece(flow.pieces, piece)
  }

  endTextBox(): void {
    this.endCarried()
    const { pieces } = this.flows.pop()!
    const open = this.paragraph
    if (open) open.after.push(...pieces)
    else this.flow.pieces.push(...pieces)
  }

  endCell(): void {
    this.endCarried()
    const ended = this.flows.pop()!
    if (!ended.cell?.isDeleted) this.row?.cells.push({ text: textOfFlow(ended), ...ended.cell })
  }

  endTable(): void {
    const table = this.flow.tables.pop()
    if (!table) return
    table.rows = table.rows.filter(({ isDeleted }) => !isDeleted)
    fillMerged(table)
    const grid = readGrid()
    for (const row of table.rows) this.flow.pieces.push(...grid.add(row))
    this.flow.pieces.push(...grid.end())
  }

  /** What a deletion among properties deletes: a row, or the mark of a paragraph (ECMA-376 part 1, 17.13.5.12 and 15). */
  noteDeletion(): void {
    const { row, paragraph, inProperties, isInRowProperties } = this
    if (isInRowProperties && row) row.isDeleted = true
    // In the properties of the mark, in those of the paragraph.
    else if (inProperties > 1 && paragraph) paragraph.isMarkDeleted = true
  }

  refer(id: string): void {
    this.walk.notes.push(id)
    this.add(`[${this.walk.notes.length}]`)
  }

  startNote({ id = '', type }: Attributes): void {
    this.note = type === undefined || type === 'normal' ? id : ''
    this.flows.push(newFlow())
  }

  endNote(): void {
    this.endCarried()
    const { pieces } = this.flows.pop()!
    if (this.note !== '') this.onNote?.(this.note, pieces)
  }
}

/** Properties of the open paragraph, or of a run in it. */
const properties: Record<string, (reader: PartReader, attributes: Attributes, open: Paragraph) => void> = {
  pStyle: (_, { val }, open) => void (val !== undefined && (open.style = val)),
  outlineLvl: (_, { val }, open) => void (open.isHeading = Number(val) < 9),
  numId: (_, { val = '0' }, open) => void (open.list = { id: val, depth: open.list?.depth ?? 0 }),
  ilvl: (_, { val }, open) => void (open.list = { id: open.list?.id ?? '0', depth: Math.min(8, Number(val) || 0) }),
  vanish: (reader, { val }) => void (reader.isHidden = !isOff(val)),
}

const openers: Record<string, (reader: PartReader, attributes: Attributes) => void> = {
  p: (reader) => reader.startParagraph(),
  pPr: (reader) => void reader.inProperties++,
  rPr: (reader) => void reader.inProperties++,
  r: (reader) => void (reader.isHidden = false),
  t: (reader) => void (reader.capturing = 'text'),
  instrText: (reader) => void (reader.capturing = 'instruction'),
  tab: (reader) => reader.add('\t'),
  br: (reader) => reader.add('\n'),
  cr: (reader) => reader.add('\n'),
  noBreakHyphen: (reader) => reader.add('-'),
  fldSimple: ({ fields }, { instr = '' }) => void fields.push({ instruction: instr, isResult: true }),
  fldChar({ fields }, { fldCharType }) {
    if (fldCharType === 'begin') fields.push({ instruction: '', isResult: false })
    else if (fldCharType === 'end') fields.pop()
    else if (fields.length > 0) fields.at(-1)!.isResult = true
  },
  footnoteReference: (reader, { id = '' }) => reader.refer(`footnote:${id}`),
  endnoteReference: (reader, { id = '' }) => reader.refer(`endnote:${id}`),
  txbxContent: ({ flows }) => void flows.push(newFlow()),
  tbl(reader) {
    reader.endCarried()
    reader.flow.tables.push({ rows: [] })
  },
  trPr: (reader) => void (reader.isInRowProperties = true),
  cellDel({ flow: { cell } }) {
    if (cell) cell.isDeleted = true
  },
  tr: ({ flow }) => void flow.tables.at(-1)?.rows.push({ cells: [], isHeader: false }),
  tblHeader({ row }, { val }) {
    if (row) row.isHeader = !isOff(val)
  },
  tc: ({ flows }) => void flows.push({ ...newFlow(), cell: {} }),
  gridSpan({ flow: { cell } }, { val }) {
    if (cell) cell.columns = Number(val)
  },
  vMerge({ flow: { cell } }, { val }) {
    if (cell && val !== 'restart') cell.goesOn = true
  },
  footnote: (reader, attributes) => reader.startNote(attributes),
  endnote: (reader, attributes) => reader.startNote(attributes),
}

const closers: Record<string, (reader: PartReader) => void> = {
  p: (reader) => reader.endParagraph(),
  pPr: (reader) => void reader.inProperties--,
  trPr: (reader) => void (reader.isInRowProperties = false),
  rPr: (reader) => void reader.inProperties--,
  t: (reader) => void (reader.capturing = undefined),
  instrText: (reader) => void (reader.capturing = undefined),
  fldSimple: ({ fields }) => void fields.pop(),
  txbxContent: (reader) => reader.endTextBox(),
  tc: (reader) => reader.endCell(),
  tbl: (reader) => reader.endTable(),
  footnote: (reader) => reader.endNote(),
  endnote: (reader) => reader.endNote(),
}

/**
 * Reads the pieces of one part: the body, a header, or the notes (`onNote` is then told each with its id). Text boxes
 * follow the paragraph that they hang on; tracked deletions are left out (ECMA-376 part 1, 17.3, 17.4, 17.13).
 */
export async function walkPart(
  archive: Archive,
  entry: string,
  walk: Walk,
  onNote?: (id: string, pieces: Piece[]) => void,
): Promise<Piece[]> {
  const reader = new PartReader(walk, onNote)
  const isProperty = (name: string) => reader.inProperties > 0 && name !== 'pPr' && name !== 'rPr'
  await readXml(archive, entry, {
    open(name, attributes) {
      if (reader.skipDepth === 0 && (name === 'del' || name === 'moveFrom')) reader.noteDeletion()
      if (reader.skipDepth > 0 || skipped.has(name) || isFormer(name)) reader.skipDepth++
      else if (isProperty(name)) {
        const open = reader.paragraph
        if (open && Object.hasOwn(properties, name)) properties[name]!(reader, attributes, open)
      } else if (Object.hasOwn(openers, name)) openers[name]!(reader, attributes)
    },
    close(name) {
      if (reader.skipDepth > 0) reader.skipDepth--
      else if (!isProperty(name) && Object.hasOwn(closers, name)) closers[name]!(reader)
    },
    text(text) {
      const { fields, capturing, skipDepth } = reader
      if (skipDepth > 0) return
      if (capturing === 'text') reader.add(text)
      else if (capturing === 'instruction' && fields.length > 0) fields.at(-1)!.instruction += text.slice(0, 200)
    },
  })
  reader.endCarried()
  return reader.flows[0]!.pieces
}
