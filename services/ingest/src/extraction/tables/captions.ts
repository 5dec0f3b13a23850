import type { BlockKind } from '../document.ts'

const maxLines = 3
const maxLineLength = 200
const maxCaptionLength = 300
const named = /^(?:table|tabell|tabelle|tab\.)\s*\d{1,3}/i

/** Whether a text is a table's caption by what it begins with, as those below a table do: English, Swedish, German. */
export const isCaption = (text: string): boolean => text.length <= maxCaptionLength && named.test(text.trimStart())

/** The last sentence of a paragraph when it announces what follows, `''` otherwise. */
function announcement(paragraph: string): string {
  if (!paragraph.endsWith(':')) return ''
  const end = paragraph.slice(-maxLineLength - 2)
  const stop = Math.max(end.lastIndexOf('. '), end.lastIndexOf('! '), end.lastIndexOf('? '))
  return stop < 0 ? '' : end.slice(stop + 2)
}

/** Collects what a document says right before a table: at most three short lines since the table before. */
export function captionLines() {
  let lines: string[] = []
  return {
    add(kind: BlockKind, text: string): void {
      if (kind === 'table') lines = []
      else if (kind === 'heading') lines = [text.replaceAll('\n', ' ')]
      else {
        for (const line of text.split('\n').slice(-maxLines)) {
          const said = line.length <= maxLineLength ? line : announcement(line)
          lines = said === '' ? [] : [...lines, said].slice(-maxLines)
        }
      }
    },
    /** Whether the last line names a table. */
    isNamed: (): boolean => isCaption(lines.at(-1) ?? ''),
    caption: (): string => lines.join(' ').slice(0, maxCaptionLength).toWellFormed(),
  }
}
