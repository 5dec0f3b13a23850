import fc from 'fast-check'
import { expect } from 'vitest'
import { runs } from './runs.ts'

/** Where every property begins unless `FC_SEED` says otherwise. No result ever decides about it. */
export const fixedSeed = 20_261_124

/** The seed that `FC_SEED` names, or the fixed one. Throws when it is not a whole number. */
export function seedOf(env: NodeJS.ProcessEnv): number {
  if (!env.FC_SEED) return fixedSeed
  const seed = Number(env.FC_SEED)
  if (!Number.isInteger(seed)) throw new Error(`FC_SEED should be a whole number: ${env.FC_SEED}`)
  return seed
}

/** The command that fails in the same way again. */
function repeatCommand(seed: number): string {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = testPath.startsWith(`${process.cwd()}/`) ? testPath.slice(process.cwd().length + 1) : testPath
  const factor = process.env.FC_RUNS_FACTOR ? ` FC_RUNS_FACTOR=${process.env.FC_RUNS_FACTOR}` : ''
  const name = currentTestName.split(' > ').at(-1)!.replaceAll("'", "'\\''")
  return `FC_SEED=${seed}${factor} npx vitest run ${file} -t '${name}'`
}

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return
  const message = fc.defaultReportMessage(details as fc.RunDetails<[unknown]>)
  throw new Error(`${message}\n\nRepeat it: ${repeatCommand(details.seed)}`, {
    cause: 'errorInstance' in details ? details.errorInstance : undefined,
  })
}

// Of synchronous and asynchronous properties alike.
fc.configureGlobal({ seed: seedOf(process.env), numRuns: runs(100), reporter: report })
