import fc from 'fast-check'
import { expect } from 'vitest'
import { runs } from './runs.ts'
import { seed } from './seed.ts'

/** The command that fails in the same way again. */
function repeatCommand(used: number): string {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = testPath.startsWith(`${process.cwd()}/`) ? testPath.slice(process.cwd().length + 1) : testPath
  const factor = process.env.FC_RUNS_FACTOR ? ` FC_RUNS_FACTOR=${process.env.FC_RUNS_FACTOR}` : ''
  const name = currentTestName.split(' > ').at(-1)!.replaceAll("'", "'\\''")
  return `FC_SEED=${used}${factor} npx vitest run ${file} -t '${name}'`
}

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return
  const message = fc.defaultReportMessage(details as fc.RunDetails<[unknown]>)
  throw new Error(`${message}\n\nRepeat it: ${repeatCommand(details.seed)}`, {
    cause: 'errorInstance' in details ? details.errorInstance : undefined,
  })
}

// Of synchronous and asynchronous properties alike.
fc.configureGlobal({ seed: seed(), numRuns: runs(100), reporter: report })
