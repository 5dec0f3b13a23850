/** A pair of a form. Both hold one character a byte, just as they were signed: `fromBytes` makes a text of them. */
export type Pair = [name: string, value: string]

const unescaped = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The pairs of an `application/x-www-form-urlencoded` body, in order. Reads any bytes; a percent sign that begins no
 * escape stands for itself (https://url.spec.whatwg.org/#urlencoded-parsing). Bytes stay bytes, for two that are not
 * UTF-8 would become the same replacement character, and a signature over that would cover neither.
 */
export function readPairs(body: Uint8Array): Pair[] {
  const parts = Buffer.from(body).toString('latin1').split('&')
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals === -1
        ? [unescaped(part), '']
        : [unescaped(part.slice(0, equals)), unescaped(part.slice(equals + 1))]
    })
}

/** The text in UTF-8 that these bytes, one a character, make. */
export const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** The media type of a request without its parameters, in lower case; '' when it has none. */
export const mediaType = (headers: Record<string, string>): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
