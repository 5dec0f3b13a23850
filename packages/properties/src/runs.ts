import { environment } from './environment.ts'

/** What `FC_RUNS_FACTOR` says: how many times more often than usual each property is tried. A whole number from 1. */
function factor(): number {
  const given = environment().FC_RUNS_FACTOR
  if (given === undefined || given === '') return 1
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1) throw new Error(`FC_RUNS_FACTOR should be a whole number from 1: ${given}`)
  return value
}

/** How often a property is tried: `usual` times in the gate, more often in the campaign `properties`. */
export const runs = (usual: number): number => usual * factor()

/** The time limit in milliseconds of a property's test, which grows with its runs. */
export const limitMs = (usual: number): number => usual * factor()
