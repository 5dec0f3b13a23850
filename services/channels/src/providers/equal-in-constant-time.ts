import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a text from outside equals the expected one, in constant time: digests are compared, which have equal length. The
 * comparison is case-sensitive, also for hexadecimal.
 */
export const equalInConstantTime = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))
