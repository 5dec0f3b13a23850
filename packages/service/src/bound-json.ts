import { limits, ServiceError } from '@frontdesk/contracts'

const tooLarge = (what: string) =>
  new ServiceError('payload_too_large', {
    detail: `A JSON body may ${what}. Send less in one request.`,
  })

/** Strings that are longer are searched by the runtime, which is ten times as fast and costs as much as so many bytes. */
const shortBytes = 64

/** The index of the quote that ends the string that begins at `at`, or one past the end. */
function endOfString(bytes: Buffer, at: number): number {
  let end = at + 1
  const step = (until: number) => {
    while (end < until && bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1
    return end
  }
  if (step(Math.min(bytes.length, at + shortBytes)) < at + shortBytes) return end
  const quote = bytes.indexOf(0x22, end)
  const isPlain = quote !== -1 && !bytes.subarray(end, quote).includes(0x5c)
  return isPlain ? quote : step(bytes.length)
}

/**
 * Throws `payload_too_large` for JSON with more values or fields, or nested deeper, than `limits` say. Parsing and validating
 * cost by these, not by bytes: a megabyte of brackets took 200 ms, of names of fields two seconds. This pass over the bytes
 * takes up to 3 ms per megabyte.
 */
export function boundJson(body: Uint8Array, { maxFields = limits.jsonFields as number } = {}): void {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let depth = 0
  let values = 1
  let fields = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case 0x22: // "
        at = endOfString(bytes, at)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > limits.jsonDepth) throw tooLarge(`be nested ${limits.jsonDepth} levels deep`)
        values++
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
        values++
        break
      case 0x3a: // :
        if (++fields > maxFields) throw tooLarge(`have ${maxFields.toLocaleString('en')} fields`)
        break
    }
    if (values > limits.jsonValues) throw tooLarge(`have ${limits.jsonValues.toLocaleString('en')} values`)
  }
}
