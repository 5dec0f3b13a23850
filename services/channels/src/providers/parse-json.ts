/** Brackets that a body may have: parsing so many takes a sixth of a second, the 36 million that fit in five. */
const mostBrackets = 1_000_000

function hasFewer(bytes: Buffer, wanted: number, most: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) if (++count > most) return false
  return true
}

/**
 * The JSON that a stranger's body is. Throws for what is none, and for one that is built to take long: deeper or in more
 * pieces than any provider's.
 */
export function parseJson(body: Uint8Array): unknown {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!hasFewer(bytes, 0x5b, mostBrackets) || !hasFewer(bytes, 0x7b, mostBrackets))
    throw new SyntaxError('too many brackets')
  return JSON.parse(bytes.toString('utf8'))
}
