import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { headerBlocks } from './header-blocks.ts'
import { readShifted } from './shifted-charsets.ts'

/** Labels that say that the sender's program did not know. */
const unknownLabels = new Set([
  'unknown-8bit',
  'x-unknown',
  'unknown',
  '8bit',
  'binary',
  'none',
  'default',
  'us-ascii',
  'ascii',
])
/** Labels whose meaning in mail (RFC 2781: big-endian unless a mark says otherwise) is not that of the web's decoders. */
const ambiguous = new Set(['utf-16', 'utf16', 'ucs-2', 'unicode', 'iso-10646-ucs-2', 'csunicode'])
/**
 * A decoder that maps the octets 0x80–0xFF to U+F780–U+F7FF and back without loss: what the parser of mails does not know is
 * read by it, and then as it should be.
 */
const lossless = 'x-user-defined'
const contentTypes = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*/gim
const charsetParameter = /(\bcharset\*?[ \t]*=[ \t]*"?(?:[a-z0-9-]*'[a-z0-9-]*')?)([^\s";']+)/i
const encodedWord = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([qb])\?([^?]*)\?=/gi

/** A mail whose labels the parser understands. `charset`: what its texts must then be read as, by `readLossless`. */
export type Labelled = { raw: Uint8Array; charset?: string }

/** Whether a label is one of the web's (https://encoding.spec.whatwg.org). */
export const isKnownToWeb = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== 'x-user-defined'
  } catch {
    return false // TextDecoder has no other way to say that it does not know a label.
  }
}

/**
 * Puts labels on a mail that the parser can follow: UTF-8 where the label is ASCII or says nothing, and for UTF-7, UTF-16,
 * UTF-32 and the code pages of DOS a decoder that loses nothing. `unlabelled`: what texts without a usable label are in.
 */
export function labelCharsets(raw: Uint8Array, unlabelled: 'utf-8' | 'windows-1252'): Labelled {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const source = withReadableHeaders(bytes)
  let charset: string | undefined
  let others = 0
  let isChanged = false
  const relabel = (field: string): string => {
    const found = charsetParameter.exec(field)
    const label = found?.[2]?.toLowerCase()
    const isText = /^content-type:\s{0,10}text\//i.test(field)
    if (!label || unknownLabels.has(label)) {
      if (!isText) return field
      others++
      isChanged = true
      return label ? field.replace(charsetParameter, `$1${unlabelled}`) : `${field.trimEnd()}; charset=${unlabelled}\r`
    }
    const needsHelp = ambiguous.has(label) || (!isKnownToWeb(label) && iconv.encodingExists(label))
    if (!needsHelp || (charset !== undefined && charset !== label)) {
      if (isText) others++
      return field
    }
    charset = label
    isChanged = true
    return field.replace(charsetParameter, `$1${lossless}`)
  }
  const blocks = headerBlocks(source)
  const labelled = blocks.map(({ text }) => text.replaceAll(contentTypes, relabel))
  // Texts of a mail are joined, so with several encodings of more than one octet a character nobody can tell them apart.
  const isMultiByte = charset !== undefined && isWide(charset)
  if (isMultiByte && others > 0 && charset !== 'utf-7') return { raw: source }
  const hasType = /^content-type:/im.test(labelled[0] ?? '')
  if (!isChanged && hasType) return { raw: source }
  const root = hasType ? '' : `Content-Type: text/plain; charset=${unlabelled}\r\n`
  const pieces = blocks.flatMap(({ end }, i) => [
    Buffer.from(labelled[i]!, 'latin1'),
    source.subarray(end, blocks[i + 1]?.start),
  ])
  return { raw: Buffer.concat([Buffer.from(root), ...pieces]), ...(charset && { charset }) }
}

/** Reads what `lossless` decoded as what it is. */
export function readLossless(text: string, charset: string): string {
  if (!isWide(charset)) {
    // One octet a character, so texts in other encodings may stand beside it.
    return text.replaceAll(/[\uf780-\uf7ff]+/g, (octets) => iconv.decode(octetsOf(octets), charset))
  }
  const isPure = !/[^\0-\x7f\uf780-\uf7ff]/.test(text)
  return isPure ? iconv.decode(octetsOf(text), ambiguous.has(charset) ? 'utf-16' : charset) : text
}

const isWide = (charset: string): boolean => /utf|ucs|unicode/.test(charset)
const octetsOf = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Encoded words (RFC 2047) of encodings that the parser does not know, in one that it does. */
export function relabelWords(value: string): string {
  return value.replaceAll(encodedWord, (word, label: string, form: string, content: string) => {
    const octets = form.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : quotedBytes(content)
    const { bytes, charset } = readShifted(octets, label) ?? { bytes: octets, charset: label }
    const isKnown = !ambiguous.has(label.toLowerCase()) && isKnownToWeb(label)
    if (isKnown || !iconv.encodingExists(charset)) return word
    return `=?utf-8?B?${Buffer.from(iconv.decode(bytes, charset)).toString('base64')}?=`
  })
}

const quotedBytes = (content: string): Buffer =>
  Buffer.from(
    content
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Where the headers end: behind the first empty line. */
export function endOfHeaders(bytes: Buffer): number {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at >= 0)
  return ends.length > 0 ? Math.min(...ends) : bytes.length
}

/** Headers are ASCII or UTF-8 (RFC 6532); old programs write them as they think. */
function withReadableHeaders(bytes: Buffer): Buffer {
  const end = endOfHeaders(bytes)
  const headers = bytes.subarray(0, end)
  if (isUtf8(headers)) return bytes
  return Buffer.concat([Buffer.from(new TextDecoder('windows-1252').decode(headers)), bytes.subarray(end)])
}
