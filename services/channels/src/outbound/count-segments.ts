/**
 * The default alphabet of SMS (3GPP TS 23.038, 6.2.1), without the escape, and what stands behind the escape (6.2.1.1) and
 * so takes two places.
 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'
const places = new Map([...basic].map((character) => [character, 1]))
for (const character of extension) places.set(character, 2)

/** A segment has 140 octets; of a message of several, 6 tell which one it is (3GPP TS 23.040, 9.2.3.24.1). */
const sizes = {
  /** 140 × 8 / 7 = 160; (140 − 6) × 8 / 7 = 153.1. */
  'gsm-7': { alone: 160, joined: 153 },
  /** 140 / 2 = 70; (140 − 6) / 2 = 67. */
  'ucs-2': { alone: 70, joined: 67 },
} as const

export type Segments = { encoding: keyof typeof sizes; segments: number }

/**
 * How many SMS a text is. One character outside of the GSM alphabet makes all of it UCS-2. What takes two places (an escaped
 * character, a surrogate pair) is never cut in two, so a segment may stay one place short.
 */
export function countSegments(text: string): Segments {
  const characters = [...text]
  const encoding = characters.every((character) => places.has(character)) ? 'gsm-7' : 'ucs-2'
  const { alone, joined } = sizes[encoding]
  const sizeOf = (character: string) => (encoding === 'gsm-7' ? places.get(character)! : character.length)
  if (characters.reduce((sum, character) => sum + sizeOf(character), 0) <= alone) return { encoding, segments: 1 }
  let segments = 1
  let used = 0
  for (const character of characters) {
    const size = sizeOf(character)
    if (used + size > joined) {
      segments++
      used = 0
    }
    used += size
  }
  return { encoding, segments }
}
