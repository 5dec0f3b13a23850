import { decodeText } from './decode-text.ts'
import type { Piece, Reading } from './document.ts'
import { normaliseText } from './normalise-text.ts'

const blankLine = /\n[ \t]*\n/
const listItem = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s/

const paragraphsOf = (text: string): string[] => normaliseText(text).split(blankLine)

/** Reads plain text: what blank lines part are paragraphs. */
export function readPlainText(bytes: Uint8Array): Reading {
  return {
    pieces: paragraphsOf(decodeText(bytes)).map(
      (text): Piece => ({ kind: listItem.test(text) ? 'list' : 'paragraph', text }),
    ),
  }
}

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/
const fence = /^ {0,3}(?:```|~~~)/
const underline = /^ {0,3}(?:=+|-{2,})$/
const tableRule = /^ {0,3}\|?[ \t:|-]*-[ \t:|-]*$/

/** A heading's closing hashes belong to the markup (https://spec.commonmark.org/0.31.2/#atx-headings). */
function withoutClosingHashes(text: string): string {
  let end = text.trimEnd().length
  while (end > 0 && text[end - 1] === '#') end--
  return end === text.length || end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trim() || text : text
}

function pieceOf(lines: string[]): Piece {
  const text = lines.join('\n')
  if (lines.length > 1 && lines[0]!.includes('|') && tableRule.test(lines[1]!))
    return { kind: 'table', text, headerRow: lines[0]! }
  return { kind: listItem.test(lines[0]!) ? 'list' : 'paragraph', text }
}

/** Reads Markdown: headings lose their marks, everything else stays as it was written. Fenced code holds no headings. */
export function readMarkdown(bytes: Uint8Array): Reading {
  const pieces: Piece[] = []
  let lines: string[] = []
  let inFence = false
  let title: string | undefined
  const flush = () => {
    if (lines.length > 0) pieces.push(pieceOf(lines))
    lines = []
  }
  const addHeading = (text: string) => {
    flush()
    title ??= text
    pieces.push({ kind: 'heading', text })
  }
  for (const line of normaliseText(decodeText(bytes)).split('\n')) {
    if (fence.test(line)) inFence = !inFence
    const match = inFence ? null : heading.exec(line)
    if (match) addHeading(withoutClosingHashes(match[2]!))
    else if (!inFence && underline.test(line) && lines.length === 1 && !lines[0]!.includes('|')) {
      const text = lines.pop()!
      addHeading(text.trim())
    } else if (line.trim() === '' && !inFence) flush()
    else lines.push(line)
  }
  flush()
  return { pieces, ...(title && { title }) }
}
