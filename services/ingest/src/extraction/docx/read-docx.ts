import type { ExtractionLimits, Piece, Reading } from '../document.ts'
import { titleOrHeading } from '../junk-title.ts'
import { listCounter, readNumbering } from './numbering.ts'
import { type Archive, damagedDocx, openArchive } from './open-archive.ts'
import { readXml } from './read-xml.ts'
import { readStyles } from './styles.ts'
import { type Walk, walkPart } from './walk-body.ts'

/** What is left of `Page 2 of 7` without its numbers. */
const pageCount = /^(?:page|pages|p|sida|sidan|sid|s|seite|side|of|av|von|\s|\p{P}|\p{S}|\d)*$/iu

/** Targets of a part's relationships, by the last word of their type. */
async function relationsOf(archive: Archive, part: string): Promise<{ type: string; target: string }[]> {
  const at = part.lastIndexOf('/') + 1
  const entry = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`
  const relations: { type: string; target: string }[] = []
  if (!archive.names.includes(entry)) return relations
  await readXml(archive, entry, {
    open(name, { Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : part.slice(0, at) + Target
      relations.push({ type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations.filter(({ target }) => archive.names.includes(target))
}

async function titleOf(archive: Archive): Promise<string> {
  const entry = 'docProps/core.xml'
  let title = ''
  let isTitle = false
  if (!archive.names.includes(entry)) return title
  await readXml(archive, entry, {
    open: (name) => void (isTitle = name === 'title'),
    close: () => void (isTitle = false),
    text: (text) => void (title += isTitle ? text.slice(0, 500) : ''),
  })
  return title.trim()
}

/** Notes as one list, numbered as the text refers to them. */
async function notesOf(archive: Archive, parts: { type: string; target: string }[], walk: Walk): Promise<Piece[]> {
  if (walk.notes.length === 0) return []
  const texts = new Map<string, string>()
  // A note that refers to a note, which no program writes, gets no number of its own.
  const apart = { ...walk, notes: [] }
  for (const { type, target } of parts) {
    if (type !== 'footnotes' && type !== 'endnotes') continue
    await walkPart(archive, target, apart, (id, pieces) => {
      const text = pieces.map((piece) => piece.text).join(' ')
      texts.set(`${type.slice(0, -1)}:${id}`, text)
    })
  }
  const items = walk.notes.flatMap((id, i) => (texts.get(id) ? [`${i + 1}. ${texts.get(id)}`] : []))
  return items.length > 0 ? [{ kind: 'list', text: items.join('\n') }] : []
}

/** What stands at the head or foot of pages, once, without page numbers. */
async function repeatedOf(archive: Archive, parts: { target: string }[], walk: Walk): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const { target } of parts) pieces.push(...(await walkPart(archive, target, { ...walk, notes: [] })))
  const seen = new Set<string>()
  return pieces.filter(({ text }) => {
    const isNew = !seen.has(text) && !pageCount.test(text)
    seen.add(text)
    return isNew
  })
}

/**
 * Reads a Word document: headings, lists with their marks, tables, text boxes, notes at the end, and what stands at the
 * head and foot of its pages once. Throws `damaged_document`, `document_too_complex`.
 */
export async function readDocx(
  bytes: Uint8Array,
  limits: Pick<ExtractionLimits, 'inflatedBytes' | 'characters'>,
): Promise<Reading> {
  const archive = await openArchive(bytes, limits)
  try {
    const main = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target
    if (!main) throw damagedDocx(new Error('it has no main part'))
    const parts = await relationsOf(archive, main)
    const partOf = (type: string) => parts.find((part) => part.type === type)?.target
    const [styles, numbering] = [partOf('styles'), partOf('numbering')]
    const walk: Walk = {
      styles: styles ? await readStyles(archive, styles) : new Map(),
      markOf: listCounter(numbering ? await readNumbering(archive, numbering) : new Map()),
      notes: [],
      room: limits.characters,
    }
    const body = await walkPart(archive, main, walk)
    const notes = await notesOf(archive, parts, walk)
    const heads = await repeatedOf(
      archive,
      parts.filter(({ type }) => type === 'header'),
      walk,
    )
    const feet = await repeatedOf(
      archive,
      parts.filter(({ type }) => type === 'footer'),
      walk,
    )
    const said = new Set(body.map(({ text }) => text))
    const pieces = [...heads.filter(({ text }) => !said.has(text)), ...body, ...notes, ...feet]
    const title = body.find(({ kind }) => kind === 'heading')?.text ?? titleOrHeading(await titleOf(archive), [])
    return { pieces, ...(title && { title }) }
  } finally {
    archive.close()
  }
}
