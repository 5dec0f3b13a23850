import { limits, ServiceError } from '@frontdesk/contracts'

const tooLarge = (what: string) =>
  new ServiceError('payload_too_large', {
    detail: `A JSON body may ${what}. Send less in one request.`,
  })

/** The index of the quote that ends the string that begins at `at`, or one past the end. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1
  while (end < bytes.length && bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1
  return end
}

/**
 * Throws `payload_too_large` for a JSON body with more values or fields, or nested deeper, than `limits` say. Parsing and
 * validating cost by these, not by bytes: a megabyte of brackets took 200 ms, of names of fields two seconds. This pass
 * over the bytes takes a few milliseconds per megabyte.
 */
export function boundJson(bytes: Uint8Array): void {
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
        if (++fields > limits.jsonFields) throw tooLarge(`have ${limits.jsonFields.toLocaleString('en')} fields`)
        break
    }
    if (values > limits.jsonValues) throw tooLarge(`have ${limits.jsonValues.toLocaleString('en')} values`)
  }
}
