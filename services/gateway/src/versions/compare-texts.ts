import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

/** Lines that differ beyond this, or take longer, are shown as one change: the search grows with the square of them. */
const maxEdits = 4_000
const timeoutMs = 2_000

/** Lines around a change, as `diff -u` shows them. */
const contextLines = 3

/**
 * A unified diff of two texts by lines, empty when they are the same. Texts that differ too much for a smallest diff get
 * one that is right all the same: everything between their common beginning and end replaced. Never blocks for long.
 */
export async function compareTexts(
  from: { name: string; text: string },
  to: { name: string; text: string },
): Promise<string> {
  if (from.text === to.text) return ''
  const smallest = await new Promise<StructuredPatch | undefined>((resolve) =>
    // Between its steps the event loop goes on.
    structuredPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
      context: contextLines,
      maxEditLength: maxEdits,
      timeout: timeoutMs,
      callback: resolve,
    }),
  )
  return formatPatch(smallest ?? wholePatch(from, to), FILE_HEADERS_ONLY)
}

function wholePatch(from: { name: string; text: string }, to: { name: string; text: string }): StructuredPatch {
  const before = from.text.split('\n')
  const after = to.text.split('\n')
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const first = Math.max(0, start - contextLines)
  const tail = Math.min(contextLines, end)
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const lines = [
    ...before.slice(first, start).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...before.slice(before.length - end, before.length - end + tail).map((line) => ` ${line}`),
  ]
  const around = start - first + tail
  return {
    oldFileName: from.name,
    newFileName: to.name,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [
      {
        oldStart: first + 1,
        oldLines: removed.length + around,
        newStart: first + 1,
        newLines: added.length + around,
        lines,
      },
    ],
  }
}
