/** A word without its accents. */
export const withoutDots = (word: string): string =>
  isAscii.test(word) ? word : word.normalize('NFD').replace(/\p{Mn}/gu, '')
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
const isAscii = /^[\u0000-\u007f]*$/
