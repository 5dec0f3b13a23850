import type { Piece } from '../document.ts'

/** Signs for a line end and a space that are to be kept, which no text has (noncharacters of Unicode). */
const [line, space] = ['\ufdd0', '\ufdd1']
const fence = '```'

/** Prose that was written with line ends of its own: most lines are full of words, and sentences end in it. */
function isProse(text: string): boolean {
  const lines = text.split('\n').filter((each) => each.trim() !== '')
  const telling = lines.filter((each) => (each.match(/\p{L}{2,}/gu)?.length ?? 0) >= 5 && !/[{}();=<>$|\\]/.test(each))
  return lines.length > 0 && telling.length >= lines.length * 0.7 && /\p{L}{2,}[.!?](?:\s|$)/u.test(text)
}

/** Without empty lines around it and without the indent that all lines share. */
function dedented(text: string): string[] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .split('\n')
    .map((each) => each.trimEnd())
  while (lines[0] === '') lines.shift()
  while (lines.at(-1) === '') lines.pop()
  const indents = lines.filter((each) => each !== '').map((each) => each.length - each.trimStart().length)
  const indent = Math.min(...indents, 80)
  return lines.map((each) => each.slice(indent))
}

/** The text of a `pre`: code between fences, as in Markdown; prose, such as that of an old mail or licence, as paragraphs. */
export function preformattedPieces(text: string): Piece[] {
  const lines = dedented(text)
  if (lines.length === 0) return []
  const whole = lines.join('\n')
  if (!isProse(whole)) return [{ kind: 'paragraph', text: `${fence}\n${whole}\n${fence}` }]
  return whole.split(/\n{2,}/).map((each) => ({ kind: 'paragraph', text: each }))
}

/** The lines of a `pre` within an item of a list, with signs that survive until its white space is collapsed. */
export function keptLines(text: string): string {
  const lines = dedented(text)
  if (lines.length === 0) return ''
  if (isProse(lines.join('\n'))) return ` ${lines.join(' ')} `
  const kept = [fence, ...lines, fence].map((each) => `${line}${space.repeat(3)}${each.replaceAll(' ', space)}`)
  return `${kept.join('')}${line}${space.repeat(3)}`
}

/** An item with its lines shown: those of code stand under it, between fences. */
export const shownLines = (item: string): string =>
  item
    .replace(new RegExp(` ?${line} ?`, 'g'), '\n')
    .replaceAll(space, ' ')
    .trimEnd()
