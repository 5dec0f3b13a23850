import { randomNumbers } from '@frontdesk/properties'

/** Numbers that look random and are the same in every run. */
export type Random = {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Digits, as many as asked for. */
  digits(count: number): string
}

export function seeded(seed: number): Random {
  const next = randomNumbers(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  }
}
