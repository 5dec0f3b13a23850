const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Control characters, and those that change the direction of the text around them (UAX 9: embeddings, overrides, isolates). */
const removed = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A name on one line, without characters that control how what stands beside it is shown. */
export const oneLineName = (name: string): string =>
  name.replace(breaks, ' ').replace(removed, '').replace(/ {2,}/g, ' ').trim()

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is found
const controls = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069]/
/** Percent-encoded, also twice; as a character reference of HTML; as an escape of a string. */
const encodedControls =
  /%(?:25){0,5}(?:[01][0-9a-f]|7f|c2%(?:25){0,5}[89][0-9a-f]|e2%(?:25){0,5}80%(?:25){0,5}a[89a-e])|&#(?:0{0,8}(?:[0-9]|[12][0-9]|3[01]|127)(?!\d)|x0{0,8}(?:1?[0-9a-f]|7f)(?![0-9a-f]))|&(?:newline|tab);|\\(?:[rnt0]|x[01][0-9a-f]|u00[01][0-9a-f]|u\{0{0,4}1?[0-9a-f]\})/i

/** An e-mail address in the words of a schema: `x@y` without blanks and control characters. `plainAddress` knows more of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const emailPattern = /^[^\s@"\x00-\x1f\x7f-\x9f]{1,64}@[^\s@\x00-\x1f\x7f-\x9f]{1,255}$/u

/** For `refine`: an e-mail address has no control characters, as they are or encoded: they could end a header of a mail. */
export const plainAddress = [
  (address: string | null): boolean => address === null || !(controls.test(address) || encodedControls.test(address)),
  { message: 'has a control character' },
] as const
