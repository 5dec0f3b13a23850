import type { Archive } from './open-archive.ts'
import { readXml } from './read-xml.ts'

type Level = { format: string; text: string; start: number }
/** The levels of each kind of list, by the id that paragraphs name. */
export type Numbering = Map<string, Level[]>

const emptyLevel = (): Level => ({ format: 'bullet', text: '', start: 1 })

/** Reads `numbering.xml` (ECMA-376 part 1, 17.9). */
export async function readNumbering(archive: Archive, entry: string): Promise<Numbering> {
  const kinds = new Map<string, Level[]>()
  const numbering: Numbering = new Map()
  let levels: Level[] | undefined
  let level: Level | undefined
  let number = ''
  await readXml(archive, entry, {
    open(name, { abstractNumId = '', numId = '', ilvl = '0', val = '' }) {
      if (name === 'abstractNum') kinds.set(abstractNumId, (levels = []))
      else if (name === 'num') number = numId
      else if (name === 'abstractNumId') numbering.set(number, kinds.get(val) ?? [])
      else if (name === 'lvl' && levels) levels[Number(ilvl)] = level = emptyLevel()
      else if (name === 'numFmt' && level) level.format = val
      else if (name === 'lvlText' && level) level.text = val
      else if (name === 'start' && level) level.start = Number(val) || 0
    },
    close(name) {
      if (name === 'lvl') level = undefined
      if (name === 'abstractNum') levels = undefined
    },
  })
  return numbering
}

const romans = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const romanTens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']

/** A list's number as its level writes it; numbers above 99 are written in digits whatever the level says. */
function written(value: number, format: string): string {
  const isUpper = format.startsWith('upper')
  const letters =
    format.endsWith('Letter') && value >= 1 && value <= 26
      ? String.fromCharCode(96 + value)
      : format.endsWith('Roman') && value < 100
        ? `${romanTens[Math.floor(value / 10)]}${romans[value % 10]}`
        : String(value)
  return isUpper ? letters.toUpperCase() : letters
}

/** Counts the items of lists: gives each its mark, `-` or a number such as `2.` or `1.3`. */
export function listCounter(numbering: Numbering): (id: string, depth: number) => string {
  const counts = new Map<string, number[]>()
  return (id, depth) => {
    const levels = numbering.get(id) ?? []
    const level = levels[depth] ?? emptyLevel()
    if (level.format === 'bullet') return '-'
    if (level.format === 'none') return ''
    const counted = counts.get(id) ?? []
    counts.set(id, counted)
    counted[depth] = (counted[depth] ?? level.start - 1) + 1
    // A new item of one level begins the ones below it anew.
    counted.length = depth + 1
    return level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      return written(counted[at] ?? levels[at]?.start ?? 1, levels[at]?.format ?? 'decimal')
    })
  }
}
