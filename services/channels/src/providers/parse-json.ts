/** Brackets that a body may have: parsing so many takes a sixth of a second, the 36 million that fit in five. */
const maxBrackets = 1_000_000

function hasFewer(bytes: Buffer, wanted: number, most: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + 1)) if (++count > most) return false
  return true
}

/**
 * Parses the JSON of an unauthenticated body. Throws when it is not JSON, or is nested deeper or has more parts than any
 * provider's, which could take long to parse.
 */
export function parseJson(body: Uint8Array): unknown {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!hasFewer(bytes, 0x5b, maxBrackets) || !hasFewer(bytes, 0x7b, maxBrackets))
    throw new SyntaxError('too many brackets')
  return JSON.parse(bytes.toString('utf8'))
}
