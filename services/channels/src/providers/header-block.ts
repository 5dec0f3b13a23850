import { decodeWords } from 'postal-mime'

/** Headers take no more than this: several times what mail servers and their signatures add up to. */
const maxBytes = 128 * 1024

/** Header values whose encoded words stand in a structure, which is read before they are decoded (RFC 2047, 5). */
const structured =
  /^(?:from|sender|reply-to|to|cc|bcc|resent-.*|return-path|content-.*|message-id|in-reply-to|references)$/i

/** A header's value with its encoded words decoded, but for addresses: `=?utf-8?q?Berg=2C_Bo?= <a@b.se>` is one mailbox. */
const decodeHeader = (name: string, value: string): string => (structured.test(name) ? value : decodeWords(value))

/** Bytes of headers as text: UTF-8 (RFC 6532), else a character each, as old programs write them. */
function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The headers at the beginning of a message, up to its first empty line: names as they stand, values on one line. */
export function readHeaderBlock(message: Uint8Array | string): [name: string, value: string][] {
  const text = typeof message === 'string' ? message.slice(0, maxBytes) : decodeBytes(message.subarray(0, maxBytes))
  const lines = text.split(/\r?\n/)
  const end = lines.indexOf('')
  const headers: { name: string; lines: string[] }[] = []
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) headers.at(-1)?.lines.push(line.trim())
    else if (colon > 0) headers.push({ name: line.slice(0, colon).trim(), lines: [line.slice(colon + 1).trim()] })
  }
  return headers.map(({ name, lines }) => [name, lines.join(' ').trim()])
}

/** The values of the headers with these names, in lower case. */
export const valuesOf = (headers: [name: string, value: string][], ...names: string[]): string[] =>
  headers.filter(([name]) => names.includes(name.toLowerCase())).map(([, value]) => value)

/**
 * Headers of a mail that a provider took apart, decoded, with those that it gives as fields of their own where they are not
 * among them.
 */
export function completeHeaders(
  headers: [name: string, value: string][],
  fields: [name: string, value: string | null | undefined][],
): [name: string, value: string][] {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  const missing = fields.flatMap(([name, value]): [string, string][] =>
    value && !named.has(name.toLowerCase()) ? [[name, value]] : [],
  )
  return [...headers, ...missing].map(([name, value]) => [name, decodeHeader(name, value)])
}
