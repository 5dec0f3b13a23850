// Every one-byte and surrogate check is a character class, and each quantifier runs over one class, so all are linear.
const lineEnds = /\r\n?|[\u2028\u2029\u0085\f\v]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const dropped = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufffe\uffff]|\p{Surrogate}/gu
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/g
const longRuns = /[ \t]{65,}/g
const trailing = /[ \t]+(?=\n)/g
const blankLines = /\n{3,}/g

/**
 * The form in which all text is kept: NFC, LF line ends, at most one blank line in a row, plain spaces; without control
 * characters, soft hyphens, byte-order marks, lone surrogates and white space at line ends.
 */
export function normaliseText(raw: string): string {
  return (
    raw
      .replace(lineEnds, '\n')
      .replace(dropped, '')
      .replace(spaces, ' ')
      // Runs are capped first, so that looking for trailing ones costs at most 64 steps a character.
      .replace(longRuns, ' ')
      .replace(trailing, '')
      .replace(blankLines, '\n\n')
      .normalize('NFC')
  )
}
