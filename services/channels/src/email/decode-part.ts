import { isAscii, isUtf8 } from 'node:buffer'
import { DamagedText } from '@frontdesk/text-files'
import { readText, UnknownCharset } from '@frontdesk/text-files/charset'
import iconv from 'iconv-lite'
import { isKnownToWeb } from './label-charsets.ts'
import { readShifted } from './shifted-charsets.ts'

/** Labels that say nothing that can be relied on: many programs write them whatever the text is in. */
const saysNothing = new Set([
  '',
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'unknown-8bit',
  'x-unknown',
  'unknown',
  '8bit',
  'binary',
])
/** Encodings of Latin letters in one octet: no text in them is well-formed UTF-8 (`Ã¤`), and programs write them as a habit. */
const latinCharsets = /^(?:windows-125[0247]|iso-8859-(?:[2-4]|1[03456]))$/
/** `<meta charset="…">` and `<meta http-equiv="Content-Type" content="text/html; charset=…">`, near the beginning. */
const metaBytes = 4_096
const meta = /<meta\b[^>]{0,300}?\bcharset\s{0,5}=\s{0,5}["']?\s{0,5}([a-z0-9_:.-]{1,40})/i

/** Whether a label is to be taken at its word: a decoder knows it, and programs write it only where it is meant. */
export const isReliable = (label: string): boolean =>
  !saysNothing.has(label) && !isLatin(label) && (isKnownToWeb(label) || iconv.encodingExists(label))

const isLatin = (label: string): boolean => isKnownToWeb(label) && latinCharsets.test(new TextDecoder(label).encoding)

/** The characters of a text part, and the name of the encoding that they were read in. */
type DecodedPart = { text: string; charset: string }

/**
 * Reads the bytes of a text part: the only place where its encoding is decided. A declared encoding is believed unless it is
 * UTF-8, says nothing, or is a Latin one and the text is well-formed UTF-8. Without one, strict UTF-8 comes first, after it what the
 * HTML itself declares, and the likeliest one: nobody can be asked. A text in UTF-8 with a few broken characters stays UTF-8.
 */
export function decodePart(bytes: Uint8Array, { declared = '', isHtml = false } = {}): DecodedPart {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shifted = readShifted(buffer, declared.trim())
  if (shifted) return { text: iconv.decode(shifted.bytes, shifted.charset), charset: shifted.charset }
  const charset = charsetOf(buffer, declared.trim().toLowerCase(), isHtml)
  return { text: iconv.decode(buffer, charset), charset }
}

function charsetOf(bytes: Buffer, declared: string, isHtml: boolean): string {
  if (!saysNothing.has(declared) && iconv.encodingExists(declared)) {
    return isLatin(declared) && !isAscii(bytes) && isUtf8(bytes) ? 'utf-8' : declared
  }
  const named = isHtml ? meta.exec(bytes.toString('latin1', 0, metaBytes))?.[1]?.toLowerCase() : undefined
  const ofHtml = named !== undefined && !saysNothing.has(named) && iconv.encodingExists(named) ? named : undefined
  // Encodings with escapes (ISO-2022-JP) look like ASCII; those of two bytes can't declare themselves in ASCII.
  if (isAscii(bytes)) return ofHtml?.startsWith('iso-2022') && bytes.includes(0x1b) ? ofHtml : 'utf-8'
  if (isUtf8(bytes)) return 'utf-8'
  if (ofHtml !== undefined && !ofHtml.startsWith('utf')) return ofHtml
  return isMostlyUtf8(bytes) ? 'utf-8' : likeliestCharset(bytes)
}

/** Windows-1252 where nothing tells. */
function likeliestCharset(bytes: Buffer): string {
  try {
    return readText(bytes).encoding
  } catch (error) {
    if (!(error instanceof UnknownCharset) && !(error instanceof DamagedText)) throw error
    const [best] = error instanceof UnknownCharset ? error.candidates : []
    return best && iconv.encodingExists(best.encoding) && isMostlyOtherLetters(best.sample)
      ? best.encoding
      : 'windows-1252'
  }
}

/** Whether a text is of another script than Latin, as a few accents of a short text are not. */
const isMostlyOtherLetters = (text: string): boolean =>
  (text.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0) > (text.match(/\p{Script=Latin}/gu)?.length ?? 0)

/** Whether more characters beyond ASCII are right in UTF-8 than are broken. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const right = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return right > broken
}
