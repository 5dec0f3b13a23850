/**
 * Where headers are in a mail: its own and those of each part that it has, in their order. `end`: behind the last of them; `bodyEnd`: where the part ends
 * that they are of, which for one with parts of its own is before the first of them. `within`: the boundary that they follow; the mail's
 * own follow none. */
export type HeaderBlock = { start: number; end: number; bodyEnd: number; text: string; within: string | undefined }

const [lineFeed, carriageReturn, dash] = [0x0a, 0x0d, 0x2d]
/** RFC 2046 allows 70. */
const boundaryCharacters = 1_000
const declared = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*/gim
const boundaryParameter = /\bboundary[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i

/** The boundary that a header block declares. Of several only the first counts. */
export function boundaryOf(headers: string): string | undefined {
  const [field] = headers.match(declared) ?? []
  const [, quoted, plain] = boundaryParameter.exec(field?.replaceAll(/\r?\n/g, '') ?? '') ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
}

/**
 * Finds the headers of a mail and of its parts, by the boundaries that they declare: a line of somebody's text that looks like
 * a header is none. What stands in a mail within the mail is left alone.
 */
export function headerBlocks(bytes: Buffer): HeaderBlock[] {
  const blocks: HeaderBlock[] = []
  const boundaries = new Set<string>()
  let start: number | undefined = 0
  let within: string | undefined
  const close = (end: number): void => {
    if (start === undefined) return
    const text = bytes.toString('latin1', start, end)
    const boundary = boundaryOf(text)
    if (boundary !== undefined) boundaries.add(boundary)
    blocks.push({ start, end, bodyEnd: bytes.length, text, within })
    start = undefined
  }
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, at)
    const next = found === -1 ? bytes.length : found + 1
    const isEmpty = bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed)
    const mark = bytes[at] === dash && bytes[at + 1] === dash ? markOf(bytes, at, next, boundaries) : undefined
    if (isEmpty || mark !== undefined) close(at)
    const last = blocks.at(-1)
    if (mark !== undefined && last?.bodyEnd === bytes.length) last.bodyEnd = at
    if (mark === 'part') {
      start = next
      within = bytes.toString('latin1', at + 2, next).replace(/[ \t\r\n]+$/, '')
    }
    at = start === undefined ? lineWithDashes(bytes, next) : next
  }
  close(bytes.length)
  return blocks
}

/** What a line with two dashes at its beginning is: where a part begins, where parts end, or text. */
function markOf(bytes: Buffer, at: number, next: number, boundaries: Set<string>): 'part' | 'end' | undefined {
  if (boundaries.size === 0 || next - at > boundaryCharacters) return undefined
  const named = bytes.toString('latin1', at + 2, next).replace(/[ \t\r\n]+$/, '')
  if (boundaries.has(named)) return 'part'
  return named.endsWith('--') && boundaries.has(named.slice(0, -2)) ? 'end' : undefined
}

/** The next line that begins with two dashes; it may begin right here. */
function lineWithDashes(bytes: Buffer, from: number): number {
  const found = bytes.indexOf('\n--', from - 1)
  return found === -1 ? bytes.length : found + 1
}
