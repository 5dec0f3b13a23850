import type { TextItem } from './lines.ts'
import type { Viewport } from './upright.ts'

/** What pdfjs says of an annotation of a page: a field of a form, a text on the page, a note (ISO 32000-2, 12.5 and 12.7). */
export type Annotation = {
  id?: string
  subtype?: string
  annotationFlags?: number
  rect?: number[]
  hidden?: boolean
  password?: boolean
  fieldType?: string | null
  fieldValue?: string | string[] | null
  multiLine?: boolean
  comb?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string | null
  options?: { exportValue: string; displayValue: string }[]
  /** The lines of its appearance. */
  textContent?: string[]
  contentsObj?: { str?: string }
  stateModel?: string | null
  defaultAppearanceData?: { fontSize?: number }
}

/** Invisible, hidden, and not shown on a screen (ISO 32000-2, table 167). */
const unseen = 1 | 2 | 32
const maxFontSize = 14
const defaultFontSize = 10
/** Points between a box and the words beside it. */
const besideBox = 30
/** Values of boxes that say no more than that they are ticked. */
const meansTicked = /^(?:on|yes|ja|oui|true|checked|x|\d{1,3}|choice\s?\d{1,3}|option\s?\d{1,3})$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a text may not have
const unreadable = /[\u0000-\u0008\u000e-\u001f\ufffd\ue000-\uf8ff]/

const isShown = ({ annotationFlags = 0, hidden, password, rect }: Annotation): boolean =>
  (annotationFlags & unseen) === 0 &&
  hidden !== true &&
  password !== true &&
  rect?.length === 4 &&
  rect.every(Number.isFinite) &&
  rect[0] !== rect[2] &&
  rect[1] !== rect[3]

const linesIn = (text: string): string[] => text.split(/\r\n?|\n|\u2028|\u2029/).map((line) => line.trim())
const flat = (text: string): string => text.replace(/\s+/g, '')

/** The value of a text field as its appearance shows it (`49,00 EUR` for 49), unless that has less than the value. */
function textOfField({ fieldValue, textContent, comb }: Annotation): string[] {
  const value = typeof fieldValue === 'string' ? fieldValue : ''
  const drawn = textContent?.join('\n') ?? ''
  const isDrawn = !comb && !unreadable.test(drawn) && flat(drawn).length >= flat(value).length && flat(drawn) !== ''
  return linesIn(isDrawn ? drawn : value)
}

function textOfChoice({ fieldValue, options = [] }: Annotation): string[] {
  const chosen = [fieldValue ?? []].flat()
  const names = chosen.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
  return names.length === 0 ? [] : [names.map((name) => name.trim()).join(', ')]
}

/** A box on the screen, with y growing downwards. */
type Box = { left: number; right: number; top: number; bottom: number }
type Place = { x: number; right: number; y: number; size: number; text: string }

const overlapOf = (a: Place, b: Box): number => Math.min(a.right, b.right) - Math.max(a.x, b.left)

/** Maps points of a page to the screen and back. */
function mapOf({ transform }: Viewport) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const scale = a * a + b * b || 1
  return {
    toScreen: (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f }),
    /** A text that runs from left to right on the screen. */
    itemAt({ x, y, right, size, text }: Place): TextItem {
      const [px, py] = [(a * (x - e) + b * (y - f)) / scale, (c * (x - e) + d * (y - f)) / scale]
      const transform = [size * a, size * c, -size * b, -size * d, px, py]
      return { str: text, dir: 'ltr', width: right - x, height: size, transform, fontName: '', hasEOL: false }
    },
  }
}

const widthOf = (text: string, size: number): number => text.length * size * 0.5

/** The line of words that a field stands on: their baseline is the field's, so that both are read as one line. */
function lineBeside(box: Box, places: Place[]): Place | undefined {
  let nearest: Place | undefined
  let distance = Number.POSITIVE_INFINITY
  const middle = (box.top + box.bottom) / 2
  for (const place of places) {
    const centre = place.y - place.size * 0.35
    if (centre < box.top - 2 || centre > box.bottom + 2 || overlapOf(place, box) > place.size) continue
    const aside = Math.max(place.x - box.right, box.left - place.right, 0)
    const away = Math.abs(centre - middle) * 4 + aside
    if (away >= distance) continue
    nearest = place
    distance = away
  }
  return nearest
}

/** The texts of fields and annotations that people see on a page, as items at their places among its `items`. */
export function annotationItems(annotations: readonly Annotation[], items: TextItem[], viewport: Viewport): TextItem[] {
  const shown = annotations.filter(isShown)
  if (shown.length === 0) return []
  const map = mapOf(viewport)
  const places = items
    .filter(({ str }) => str.trim() !== '')
    .map(({ str, width, height, transform }): Place => {
      const { x, y } = map.toScreen(transform[4] ?? 0, transform[5] ?? 0)
      const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || defaultFontSize
      return { x, right: x + width, y, size, text: str }
    })
  const boxOf = ({ rect }: Annotation): Box => {
    const [one, two] = [map.toScreen(rect![0]!, rect![1]!), map.toScreen(rect![2]!, rect![3]!)]
    return {
      left: Math.min(one.x, two.x),
      right: Math.max(one.x, two.x),
      top: Math.min(one.y, two.y),
      bottom: Math.max(one.y, two.y),
    }
  }
  const said = new Set<string>()
  const added: Place[] = []
  const notes: string[] = []
  /** Whether the page draws a text in a box itself, or another annotation has it there. */
  const isThere = (text: string, box: Box): boolean => {
    const key = JSON.stringify([text, box])
    if (said.has(key)) return true
    said.add(key)
    const inside = places.filter(
      (place) => overlapOf(place, box) > 0 && place.y <= box.bottom + 2 && place.y >= box.top - 2,
    )
    return flat(inside.map((place) => place.text).join('')).includes(flat(text))
  }

  function addLines(annotation: Annotation, lines: string[], isMultiLine: boolean): void {
    const box = boxOf(annotation)
    const text = lines.join('\n').trim()
    if (text === '' || isThere(text, box)) return
    const height = box.bottom - box.top
    const own = annotation.defaultAppearanceData?.fontSize || Math.min(defaultFontSize, height * 0.7)
    const size = Math.max(4, Math.min(maxFontSize, own))
    if (!isMultiLine && height < size * 3) {
      const beside = lineBeside(box, places)
      const line = text.replaceAll('\n', ' ')
      const y = beside?.y ?? (box.top + box.bottom) / 2 + size * 0.35
      const right = Math.min(box.right, box.left + widthOf(line, size))
      added.push({ x: box.left, right, y, size: beside?.size ?? size, text: ` ${line}` })
      return
    }
    const beside = lineBeside({ ...box, bottom: Math.min(box.bottom, box.top + size * 2.5) }, places)
    let y = beside?.y ?? box.top + size
    for (const line of text.split('\n')) {
      const right = Math.min(box.right, box.left + widthOf(line, size))
      if (line !== '') added.push({ x: box.left, right, y, size, text: ` ${line}` })
      y += size * 1.2
    }
  }

  function addBox(annotation: Annotation): void {
    const { checkBox, fieldValue, exportValue, buttonValue } = annotation
    const value = checkBox ? exportValue : buttonValue
    const isTicked = typeof value === 'string' && fieldValue === value && value !== 'Off'
    const box = boxOf(annotation)
    const key = JSON.stringify(['box', box])
    if (said.has(key)) return
    said.add(key)
    const beside = lineBeside(box, places)
    const onLine = places.filter((place) => beside && Math.abs(place.y - beside.y) < beside.size * 0.3)
    const words = onLine.find((place) => place.x >= box.right - 2 && place.x < box.right + besideBox)
    const isNamed = words !== undefined || onLine.some((place) => flat(place.text).includes(flat(value ?? '')))
    const name = isTicked && !isNamed && !meansTicked.test(value) ? ` ${value}` : ''
    const text = isTicked ? `[x]${name}` : '[ ]'
    const size = beside?.size ?? Math.max(4, Math.min(maxFontSize, box.bottom - box.top))
    const y = beside?.y ?? (box.top + box.bottom) / 2 + size * 0.35
    const right = words ? words.x - size * 0.3 : box.left + Math.max(size, widthOf(text, size))
    added.push({ x: words ? right - size : box.left, right, y, size, text })
  }

  for (const annotation of shown) {
    const { subtype, fieldType, multiLine = false, contentsObj, textContent, stateModel } = annotation
    if (subtype === 'Widget') {
      if (fieldType === 'Tx') addLines(annotation, textOfField(annotation), multiLine)
      else if (fieldType === 'Ch') addLines(annotation, textOfChoice(annotation), false)
      else if (annotation.checkBox || annotation.radioButton) addBox(annotation)
    } else if (subtype === 'FreeText') {
      addLines(annotation, linesIn(contentsObj?.str?.trim() || textContent?.join('\n') || ''), true)
    } else if (subtype === 'Text' && !stateModel) {
      const note = linesIn(contentsObj?.str ?? '')
        .filter((line) => line !== '')
        .join('\n')
      if (note !== '' && !notes.includes(note)) notes.push(note)
    }
  }
  // A note is an icon somewhere on the text; it is read after it.
  let y = [...places, ...added].reduce((most, place) => Math.max(most, place.y), 0)
  for (const note of notes) {
    y += defaultFontSize * 3
    for (const text of note.split('\n')) {
      added.push({ x: 50, right: 50 + widthOf(text, defaultFontSize), y, size: defaultFontSize, text })
      y += defaultFontSize * 1.2
    }
  }
  return added.map(map.itemAt)
}
