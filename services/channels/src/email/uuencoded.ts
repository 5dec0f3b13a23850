/** A file within text, as programs wrote them before MIME. */
type UuencodedFile = { filename: string; bytes: Uint8Array }

const begin = /^begin [0-7]{3,4} (\S.{0,254}?)\s*$/
const maxFiles = 100

/**
 * Takes the uuencoded files (`begin 644 name` … `end`) out of a text. What only looks like one, with a line that no encoder writes
 * or without an end, stays as it is.
 */
export function takeUuencoded(text: string): { text: string; files: UuencodedFile[] } {
  if (!/^begin /m.test(text)) return { text, files: [] }
  const lines = text.split('\n')
  const kept: string[] = []
  const files: UuencodedFile[] = []
  for (let at = 0; at < lines.length; ) {
    const filename = files.length < maxFiles ? begin.exec(lines[at]!.replace(/\r$/, ''))?.[1] : undefined
    const read = filename === undefined ? undefined : readLines(lines, at + 1)
    if (filename === undefined || read === undefined) {
      kept.push(lines[at++]!)
      // Lines that were no file are not looked at as one again.
      continue
    }
    files.push({ filename, bytes: Buffer.concat(read.pieces) })
    at = read.next
  }
  return files.length === 0 ? { text, files } : { text: kept.join('\n'), files }
}

/** The bytes of the lines up to `end`; undefined where they are none of an encoder's. */
function readLines(lines: readonly string[], from: number): { pieces: Buffer[]; next: number } | undefined {
  const pieces: Buffer[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!.replace(/\r$/, '')
    if (line.trimEnd() === 'end') return { pieces, next: at + 1 }
    const piece = readLine(line)
    if (piece === undefined) return undefined
    pieces.push(piece)
  }
  return undefined
}

/** One line: a character for its length, and four for each three bytes. Some programs cut the spaces at its end. */
function readLine(line: string): Buffer | undefined {
  if (line === '') return Buffer.alloc(0)
  if (line.length > 86 || /[^ -`]/.test(line)) return undefined
  const length = (line.charCodeAt(0) - 32) & 63
  const encoded = Math.ceil(length / 3) * 4
  const data = line.slice(1)
  // One character more is a checksum.
  if (data.trimEnd().length > encoded + 1 || data.trimEnd().length < encoded - 4) return undefined
  const bytes = Buffer.alloc((encoded / 4) * 3)
  const value = (at: number) => ((data.charCodeAt(at) || 32) - 32) & 63
  for (let at = 0, to = 0; at < encoded; at += 4, to += 3) {
    const bits = (value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3)
    bytes.writeUIntBE(bits, to, 3)
  }
  return bytes.subarray(0, length)
}
