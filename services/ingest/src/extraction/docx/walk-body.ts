import { ServiceError } from '@frontdesk/contracts'
import type { Piece } from '../document.ts'
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
  after: Piece[]
}
type Table = { rows: { cells: string[]; isHeader: boolean }[] }
/** Where pieces go: a body, a cell, a text box, a note. */
type Flow = { pieces: Piece[]; paragraphs: Paragraph[]; tables: Table[] }
type Field = { instruction: string; isResult: boolean }

const newFlow = (): Flow => ({ pieces: [], paragraphs: [], tables: [] })

/** What was deleted or moved away, the second form of what stands there already, comments in Asian script. */
const skipped = new Set(['del', 'moveFrom', 'Fallback', 'rt'])
/** Fields that say nothing of the document itself. */
const pageField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
const isOff = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off'

/** Rows as text, their cells parted by bars; the row that is marked as a header, or the first of several, names the columns. */
function pieceOfTable({ rows }: Table): Piece | undefined {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (filled.length === 0) return undefined
  const texts = filled.map(({ cells }) => cells.join(' | '))
  const marked = filled.findIndex(({ isHeader }) => isHeader)
  const isNamed = marked >= 0 || (filled.length > 1 && filled[0]!.cells.length > 1)
  return { kind: 'table', text: texts.join('\n'), ...(isNamed && { headerRow: texts[Math.max(0, marked)]! }) }
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
  const flows: Flow[] = [newFlow()]
  const fields: Field[] = []
  let skipDepth = 0
  let inProperties = 0
  let isHidden = false
  let capturing: 'text' | 'instruction' | undefined
  let note = ''

  const flow = () => flows.at(-1)!
  const paragraph = () => flow().paragraphs.at(-1)
  const add = (text: string) => {
    const open = paragraph()
    if (!open || isHidden || fields.some(({ instruction, isResult }) => isResult && pageField.test(instruction))) return
    walk.room -= text.length
    if (walk.room < 0) throw new ServiceError('document_too_complex', { detail: 'The document has too much text.' })
    open.text += text
  }

  function endParagraph() {
    const ended = flow().paragraphs.pop()
    if (!ended) return
    const style = walk.styles.get(ended.style ?? '')
    const list = ended.list ?? style?.list
    const text = ended.text.trim()
    if (text !== '') {
      const mark = list && list.id !== '0' ? walk.markOf(list.id, list.depth) : ''
      const marked = mark === '' ? text : `${mark} ${text}`
      const isHeading = ended.isHeading ?? style?.isHeading ?? false
      if (isHeading) addPiece(flow().pieces, { kind: 'heading', text: mark === '-' ? text : marked })
      else if (mark !== '') addPiece(flow().pieces, { kind: 'list', text: '  '.repeat(list!.depth) + marked })
      else addPiece(flow().pieces, { kind: 'paragraph', text })
    }
    for (const piece of ended.after) addPiece(flow().pieces, piece)
  }

  const properties: Record<string, (attributes: Record<string, string>, open: Paragraph) => void> = {
    pStyle: ({ val }, open) => void (val !== undefined && (open.style = val)),
    outlineLvl: ({ val }, open) => void (open.isHeading = Number(val) < 9),
    numId: ({ val = '0' }, open) => void (open.list = { id: val, depth: open.list?.depth ?? 0 }),
    ilvl: ({ val }, open) => void (open.list = { id: open.list?.id ?? '0', depth: Math.min(8, Number(val) || 0) }),
    vanish: ({ val }) => void (isHidden = !isOff(val)),
  }

  const openers: Record<string, (attributes: Record<string, string>) => void> = {
    p: () => void flow().paragraphs.push({ text: '', after: [] }),
    pPr: () => void inProperties++,
    rPr: () => void inProperties++,
    r: () => void (isHidden = false),
    t: () => void (capturing = 'text'),
    instrText: () => void (capturing = 'instruction'),
    tab: () => add('\t'),
    br: () => add('\n'),
    cr: () => add('\n'),
    noBreakHyphen: () => add('-'),
    fldSimple: ({ instr = '' }) => void fields.push({ instruction: instr, isResult: true }),
    fldChar({ fldCharType }) {
      if (fldCharType === 'begin') fields.push({ instruction: '', isResult: false })
      else if (fldCharType === 'end') fields.pop()
      else if (fields.length > 0) fields.at(-1)!.isResult = true
    },
    footnoteReference: ({ id = '' }) => refer(`footnote:${id}`),
    endnoteReference: ({ id = '' }) => refer(`endnote:${id}`),
    txbxContent: () => void flows.push(newFlow()),
    tbl: () => void flow().tables.push({ rows: [] }),
    tr: () => void flow().tables.at(-1)?.rows.push({ cells: [], isHeader: false }),
    tblHeader({ val }) {
      const row = flow().tables.at(-1)?.rows.at(-1)
      if (row) row.isHeader = !isOff(val)
    },
    tc: () => void flows.push(newFlow()),
    footnote: startNote,
    endnote: startNote,
  }

  function refer(id: string) {
    walk.notes.push(id)
    add(`[${walk.notes.length}]`)
  }

  function startNote({ id = '', type }: Record<string, string>) {
    note = type === undefined || type === 'normal' ? id : ''
    flows.push(newFlow())
  }
  function endNote() {
    const { pieces } = flows.pop()!
    if (note !== '') onNote?.(note, pieces)
  }

  const closers: Record<string, () => void> = {
    p: endParagraph,
    pPr: () => void inProperties--,
    rPr: () => void inProperties--,
    t: () => void (capturing = undefined),
    instrText: () => void (capturing = undefined),
    fldSimple: () => void fields.pop(),
    txbxContent() {
      const { pieces } = flows.pop()!
      const open = paragraph()
      if (open) open.after.push(...pieces)
      else flow().pieces.push(...pieces)
    },
    tc() {
      const cell = textOfFlow(flows.pop()!)
      flow().tables.at(-1)?.rows.at(-1)?.cells.push(cell)
    },
    tbl() {
      const table = flow().tables.pop()
      const piece = table && pieceOfTable(table)
      if (piece) flow().pieces.push(piece)
    },
    footnote: endNote,
    endnote: endNote,
  }

  await readXml(archive, entry, {
    open(name, attributes) {
      if (skipDepth > 0 || skipped.has(name)) skipDepth++
      else if (inProperties > 0 && name !== 'pPr' && name !== 'rPr') {
        const open = paragraph()
        if (open && Object.hasOwn(properties, name)) properties[name]!(attributes, open)
      } else if (Object.hasOwn(openers, name)) openers[name]!(attributes)
    },
    close(name) {
      if (skipDepth > 0) skipDepth--
      else if (inProperties > 0 && name !== 'pPr' && name !== 'rPr') return
      else if (Object.hasOwn(closers, name)) closers[name]!()
    },
    text(text) {
      if (skipDepth > 0) return
      if (capturing === 'text') add(text)
      else if (capturing === 'instruction' && fields.length > 0) fields.at(-1)!.instruction += text.slice(0, 200)
    },
  })
  return flows[0]!.pieces
}
