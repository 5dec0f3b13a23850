// Old TeX fonts have no letters with accents: they print the accent by itself, over the letter.
const accentBefore = /([\u00a8\u02da])([AEIOUYaeiouyı])/g
const accentAfter = /([AEIOUYaeiouyı])([\u00a8\u02da])/g
const combining: Record<string, string> = { '\u00a8': '\u0308', '\u02da': '\u030a' }

const whole = (letter: string, accent: string): string | undefined => {
  const composed = `${letter === 'ı' ? 'i' : letter}${combining[accent]}`.normalize('NFC')
  return composed.length === 1 ? composed : undefined
}

/**
 * Letters with the diaeresis or ring that stands beside them, before or after, where there is such a letter: `f¨ur` is
 * `für`. Other accents stay: an acute beside a letter may be an apostrophe.
 */
export const withAccents = (text: string): string =>
  text
    .replace(accentBefore, (both, accent: string, letter: string) => whole(letter, accent) ?? both)
    .replace(accentAfter, (both, letter: string, accent: string) => whole(letter, accent) ?? both)
