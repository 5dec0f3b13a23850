import { DamagedText } from './damaged-text.ts'

const damaged = () => new DamagedText('The file does not contain text.')

/** 1 for bytes that no text has: C0 controls other than tab, line ends, form feed and escape; and DEL. */
const isControl = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) || byte === 127 ? 1 : 0,
)

/** Which UTF-16 a text without a byte-order mark is in: its NULs stand on one side of each pair. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 65_536)
  let even = 0
  let odd = 0
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) i % 2 === 0 ? even++ : odd++
  if (even + odd < 1 || bytes.length % 2 !== 0) return undefined
  // A stray NUL makes no UTF-16 of a text that is valid UTF-8. Words in UTF-16 have more of them, and other scripts are not valid.
  const isStray = (even + odd) * 10 < sample.length
  if (isStray && decode(bytes, 'utf-8', { fatal: true }) !== undefined) return undefined
  if (odd > even * 20) return 'utf-16le'
  if (even > odd * 20) return 'utf-16be'
  return undefined
}

function decode(bytes: Uint8Array, encoding: string, options?: { fatal: boolean }): string | undefined {
  try {
    return new TextDecoder(encoding, options).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * UTF-8 with a few broken bytes (a cut end, a stray one) is still UTF-8; many mean another encoding. Texts in other encodings
 * have a valid pair of bytes here and there, but not several of them for each that is not.
 */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  let broken = 0
  let beyondAscii = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) broken++
    else if (code > 127) beyondAscii++
  }
  return broken * 20 <= beyondAscii || (broken <= 2 && beyondAscii >= 3 * broken) ? text : undefined
}

/** U+FFFD counts as broken only where the bytes are: a text may have it of its own. */
function utf16(bytes: Uint8Array, encoding: string): string {
  const whole = decode(bytes, encoding, { fatal: true })
  const text = whole ?? new TextDecoder(encoding).decode(bytes)
  let odd = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code === 0xfffd && whole === undefined) || (code < 128 && isControl[code] === 1)) odd++
  }
  if (odd * 100 > text.length) throw damaged()
  return text
}

/**
 * The text of bytes in UTF-8, also with a few broken bytes, or UTF-16 LE or BE, with a byte-order mark or without; undefined
 * when they are in another encoding. Throws `DamagedText` for what is not text: more than one control character in a hundred.
 */
export function decodeUnicode(bytes: Uint8Array): { text: string; encoding: string } | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: utf16(bytes, 'utf-16le'), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: utf16(bytes, 'utf-16be'), encoding: 'utf-16be' }
  const wide = unmarkedUtf16(bytes)
  if (wide) return { text: utf16(bytes, wide), encoding: wide }
  let controls = 0
  for (let i = 0; i < bytes.length; i++) controls += isControl[bytes[i]!]!
  if (controls * 100 > bytes.length) throw damaged()
  const text = decode(bytes, 'utf-8', { fatal: true }) ?? mostlyUtf8(bytes)
  return text === undefined ? undefined : { text, encoding: 'utf-8' }
}

/**
 * Decodes text as `decodeUnicode` does; otherwise in the `declared` encoding or Windows-1252, of which Latin-1 is a part
 * (https://encoding.spec.whatwg.org). For places that can't ask: `readText` of `./charset` tells what a text is in.
 */
export const decodeText = (bytes: Uint8Array, declared?: string): string =>
  decodeUnicode(bytes)?.text ??
  (declared ? decode(bytes, declared, { fatal: true }) : undefined) ??
  new TextDecoder('windows-1252').decode(bytes)
