import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether what a stranger sent is what it should be, in a time that tells nothing of either: digests are compared, which
 * have one length. Texts are compared as they stand: hexadecimal in the other case is another text.
 */
export const sameText = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
