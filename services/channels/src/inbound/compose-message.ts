import { limits } from '@frontdesk/contracts'
import type { Attachment } from '../providers/provider.ts'

const mark = '…'
const wholeText = 'message.txt'

/** Cuts at a space if there is one near, and never through a pair of surrogates. */
function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = text.slice(0, characters - mark.length)
  const space = head.lastIndexOf(' ')
  const end = space > head.length - 200 && space > 0 ? space : head.length
  return (
    head
      .slice(0, end)
      .toWellFormed()
      .replace(/\uFFFD$/, '') + mark
  )
}

/** A text that is too long for a message is cut, and kept whole as its first file. */
export function withWholeText(text: string, files: Attachment[]): Attachment[] {
  if (text.length <= limits.messageCharacters) return files
  return [{ filename: wholeText, contentType: 'text/plain', bytes: Buffer.from(text) }, ...files]
}

/**
 * What chat gets: the customer's words, and a line for each file that is not kept. A message of files alone names them.
 * Empty when there is nothing at all.
 */
export function composeMessage(
  text: string,
  kept: { filename: string }[],
  refused: { filename: string; why: string }[],
): string {
  const notes = refused.map(({ filename, why }) => `[Not kept: ${filename} (${why})]`).join('\n')
  const said = text.replaceAll('\0', '').toWellFormed().trim() || kept.map(({ filename }) => `[${filename}]`).join('\n')
  const after = notes === '' ? '' : `\n\n${cut(notes, 2_000)}`
  return `${cut(said, limits.messageCharacters - after.length)}${after}`.trim()
}
