import { environment } from './environment.ts'

/** Where everything random in the tests begins unless `FC_SEED` says otherwise. No result ever decides about it. */
const fixedSeed = 20_261_124

/** The seed that `FC_SEED` names, or the fixed one. Throws when it is not a whole number. */
export function seed(): number {
  const given = environment().FC_SEED
  if (given === undefined || given === '') return fixedSeed
  const value = Number(given)
  if (!Number.isInteger(value)) throw new Error(`FC_SEED should be a whole number: ${given}`)
  return value
}

/**
 * Numbers from 0 to 1 that are the same for the same seed: for moments at which something is killed.
 * Source: mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function randomNumbers(): () => number {
  let state = seed() | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
