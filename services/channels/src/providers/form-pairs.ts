import { parseJson } from './parse-json.ts'

/** A pair of a form. Both hold one character a byte, just as they were signed: `fromBytes` makes a text of them. */
export type Pair = [name: string, value: string]

/** Providers send a few dozen. An unauthenticated request must not make us sort hundreds of thousands. */
const maxPairs = 1_000

const [ampersand, equals, percent, plus, space] = [0x26, 0x3d, 0x25, 0x2b, 0x20]

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function unescaped(bytes: Buffer): string {
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const [high, low] = byte === percent ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1]
    const isEscape = high >= 0 && low >= 0
    out[length++] = isEscape ? high * 16 + low : byte === plus ? space : byte
    if (isEscape) at += 2
  }
  return out.toString('latin1', 0, length)
}

/** The parts between ampersands that are not empty; undefined when they are too many. */
function partsOf(body: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = []
  for (let from = 0; from < body.length; ) {
    const found = body.indexOf(ampersand, from)
    const to = found === -1 ? body.length : found
    if (to > from && parts.push(body.subarray(from, to)) > maxPairs) return undefined
    from = to + 1
  }
  return parts
}

/**
 * The pairs of an `application/x-www-form-urlencoded` body, in order; undefined when they are more than a thousand. Reads
 * any bytes; a percent sign that begins no escape stands for itself (https://url.spec.whatwg.org/#urlencoded-parsing).
 * Bytes stay bytes, for two that are not UTF-8 would become the same replacement character, and a signature over that would
 * cover neither.
 */
export function readPairs(body: Uint8Array): Pair[] | undefined {
  return partsOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength))?.map((part) => {
    const at = part.indexOf(equals)
    return at === -1 ? [unescaped(part), ''] : [unescaped(part.subarray(0, at)), unescaped(part.subarray(at + 1))]
  })
}

/** What an object in JSON holds, by name; undefined when it is none, or has more than a thousand names. */
export function readObject(body: Uint8Array): [name: string, value: unknown][] | undefined {
  try {
    const parsed = parseJson(body)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    const entries = Object.entries(parsed)
    return entries.length > maxPairs ? undefined : entries
  } catch {
    return undefined // not JSON, so not from the provider, like a list
  }
}

/** The text in UTF-8 that these bytes, one a character, make. */
export const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** The bytes of a text in UTF-8, one a character. */
export const toBytes = (text: string): string => Buffer.from(text).toString('latin1')

/** The media type of a request without its parameters, in lower case; '' when it has none. */
export const mediaType = (headers: Record<string, string>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
