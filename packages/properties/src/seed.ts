import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
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

/** Uniform numbers, 0 included and 1 not, that are the same for the same seed (xoroshiro128+ of pure-rand, as fast-check draws). */
export function randomNumbers(from: number = seed()): () => number {
  const generator = xoroshiro128plus(from)
  return () => uniformFloat64(generator)
}
