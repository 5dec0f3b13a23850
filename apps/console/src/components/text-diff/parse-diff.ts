/** A line of one side, with the part that changed when its counterpart is another. */
export type DiffLine = { number: number; text: string; changed?: { start: number; end: number } }
/** Lines that stand beside each other. Without one side, the line was added or removed. */
export type DiffRow = { before?: DiffLine; after?: DiffLine; isChanged: boolean }
/** Rows that follow each other; between hunks the texts are equal. */
export type DiffHunk = DiffRow[]

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** Reads a unified diff of one text as rows for two columns. */
export function parseDiff(diff: string): DiffHunk[] {
  const hunks: DiffHunk[] = []
  let [before, after] = [0, 0]
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    const rows = Math.max(removed.length, added.length)
    for (let i = 0; i < rows; i++) hunks.at(-1)!.push(pair(removed[i], added[i]))
    removed = []
    added = []
  }
  for (const line of diff.split('\n')) {
    const head = hunkHead.exec(line)
    if (head) {
      if (hunks.length > 0) flush()
      before = Number(head[1])
      after = Number(head[2])
      hunks.push([])
    } else if (hunks.length === 0) continue
    else if (line.startsWith('-')) removed.push({ number: before++, text: line.slice(1) })
    else if (line.startsWith('+')) added.push({ number: after++, text: line.slice(1) })
    else if (line.startsWith(' ')) {
      flush()
      const text = line.slice(1)
      hunks.at(-1)!.push({ before: { number: before++, text }, after: { number: after++, text }, isChanged: false })
    }
  }
  if (hunks.length > 0) flush()
  return hunks
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character)

/** Two lines with what differs between them, in whole words. */
function pair(before: DiffLine | undefined, after: DiffLine | undefined): DiffRow {
  if (!before || !after) return { ...(before && { before }), ...(after && { after }), isChanged: true }
  const changed = changedParts(before.text, after.text)
  return {
    before: { ...before, changed: changed.before },
    after: { ...after, changed: changed.after },
    isChanged: true,
  }
}

type Part = { start: number; end: number }

/** The part of each of two texts that is not the same in both, in whole words. */
export function changedParts(a: string, b: string): { before: Part; after: Part } {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  while (start > 0 && isWord(a[start - 1])) start--
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  while (end > 0 && isWord(a.at(-end))) end--
  return { before: { start, end: a.length - end }, after: { start, end: b.length - end } }
}
