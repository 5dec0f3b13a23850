/** The longest label of a form's row; `Last Flight Review or Equivalent:` has 33 characters. */
const maxLabelLength = 48

const notInLabel = /^\p{Ll}|[.!?]\s|["'`{}[\]<>=;]/u

/** A line without the white space around it. `end` is where its line feed stands. */
type Line = { text: string; end: number; isRow: boolean; isLabel: boolean }

/**
 * Where line feeds stand that separate the rows of a form or table (`Seats: 5`, `Monday | 9–17`) from each other and from
 * what stands around them. Wrapped prose has none: a line was wrapped when the next word would not have fitted into the
 * width of its paragraph, which is its longest line, or when the next one goes on with a small letter. Linear in the text.
 */
export function findRowEnds(text: string): Set<number> {
  const ends = new Set<number>()
  if (!text.includes('\n')) return ends
  let paragraph: Line[] = []
  const close = () => {
    const width = paragraph.reduce((longest, line) => Math.max(longest, line.text.length), 0)
    for (let i = 1; i < paragraph.length; i++) {
      const [line, next] = [paragraph[i - 1]!, paragraph[i]!]
      if (separates(line, next, width)) ends.add(line.end)
    }
    paragraph = []
  }
  let end = -1
  for (const raw of text.split('\n')) {
    end += raw.length + 1
    const line = raw.trim()
    if (line === '') close()
    else paragraph.push({ text: line, end, ...kindOf(line) })
  }
  close()
  return ends
}

function separates(line: Line, next: Line, width: number): boolean {
  if (line.isRow && next.isRow) return true
  const goesOn = /^\p{Ll}/u.test(next.text) || line.text.endsWith(',')
  const firstWord = next.text.indexOf(' ') < 0 ? next.text.length : next.text.indexOf(' ')
  const wasWrapped = line.text.length + 1 + firstWord > width
  if (goesOn || wasWrapped) return false
  // A label alone belongs to what follows it.
  return (line.isRow && !line.isLabel) || next.isRow
}

/**
 * A row begins with a label and a colon, or is split by tabs or bars. A label has no small letter first, as a wrapped line
 * may have, and none of the signs of code.
 */
function kindOf(line: string): { isRow: boolean; isLabel: boolean } {
  const colon = line.slice(0, maxLabelLength + 2).search(/:(?:\s|$)/)
  const isLabelled = colon > 0 && !notInLabel.test(line.slice(0, colon))
  return { isRow: isLabelled || /\t|\s\|\s/.test(line), isLabel: isLabelled && colon === line.length - 1 }
}
