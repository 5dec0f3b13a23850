import { boundaryOf, headerBlocks } from './header-blocks.ts'

const field = /^[!-9;-~]{1,76}[ \t]*:/
const multipart = /^content-type:\s*multipart\//im
/** Where a boundary is looked for that no header names. */
const searchedBytes = 65_536

/** Puts the empty line behind headers where a program forgot it. */
export function withEmptyLines(source: Buffer): Buffer {
  const pieces: Buffer[] = []
  let done = 0
  for (const { start, end, bodyEnd, text } of headerBlocks(source)) {
    const length = lengthOfFields(text)
    // What stands before an empty line and a text are fields, broken or not.
    if (length === undefined || source.toString('latin1', end, bodyEnd).trim() !== '') continue
    pieces.push(source.subarray(done, start + length), Buffer.from('\r\n'))
    done = start + length
  }
  return pieces.length === 0 ? source : Buffer.concat([...pieces, source.subarray(done)])
}

/**
 * How long the fields are of a block in which text follows them; undefined for one of fields alone. A line that is no field is a
 * broken one if another field follows.
 */
function lengthOfFields(block: string): number | undefined {
  let at = 0
  let end: number | undefined
  for (const line of block.split('\n')) {
    const isField = field.test(line)
    if (isField && end !== undefined) return undefined
    const isOther = line.trim() !== '' && !isField && !/^(?:[ \t]|>?From )/.test(line)
    if (isOther && at > 0) end ??= at
    at += line.length + 1
  }
  return end
}

/** Names the boundary of a mail whose parts are apart by another one than it declares, or that declares none. */
export function withBoundary(source: Buffer): Buffer {
  const [root, part] = headerBlocks(source)
  if (root === undefined || part !== undefined || !multipart.test(root.text)) return source
  const body = source.toString('latin1', root.end, root.end + searchedBytes)
  const boundary = /^--([^\s"-][^\s"]{0,200})[ \t]*\r?\n(?=content-[a-z-]{1,30}:)/im.exec(body)?.[1]
  if (boundary === undefined) return source
  const declared = boundaryOf(root.text)
  const headers =
    declared === undefined
      ? root.text.replace(/^(content-type:\s*multipart\/[\w-]+)/im, `$1; boundary="${boundary}"`)
      : root.text.replace(declared, () => boundary)
  return Buffer.concat([Buffer.from(headers, 'latin1'), source.subarray(root.end)])
}
