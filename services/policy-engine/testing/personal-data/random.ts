/** Numbers that look random and are the same in every run (mulberry32). */
export type Random = {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Digits, as many as asked for. */
  digits(count: number): string
}

export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  }
}
