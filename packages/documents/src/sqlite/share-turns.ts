import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row } from './table.ts'

/** What is read and parsed in one turn of the event loop: 150 small documents, or 150 kB of large ones. Some 3 ms. */
const maxCost = 150
const charactersAUnit = 1_000

/**
 * Counts what is read in this turn of the event loop, and answers what to wait for when it was enough: reads are answered at once,
 * so a chain of them would never let anybody else in.
 */
export function shareTurns(): (row: Row) => Promise<void> | undefined {
  let cost = 0
  return ({ body }) => {
    if (cost === 0) {
      setImmediate(() => {
        cost = 0
      })
    }
    cost += 1 + body.length / charactersAUnit
    return cost > maxCost ? nextTurn() : undefined
  }
}
export type TakeTurn = ReturnType<typeof shareTurns>
