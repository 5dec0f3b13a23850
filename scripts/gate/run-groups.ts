import { measureSlowness } from './measure-slowness.ts'
import type { FileOutcome } from './messages.ts'
import { emptyProcessLog, loggedOf } from './process-log.ts'
import { type Group, type GroupResult, watchGroup } from './watch-group.ts'

/** More failed files than that are not run again: chance does not hit so many at once. */
const maxFilesAgain = 6
/** One file alone, with the start of its process. */
const againSeconds = 300
/** More tests than that which pass only when they are run again make a run red. */
export const maxUnsteady = 3

export type Totals = {
  passed: number
  failed: number
  skipped: number
  /** `FILE > TEST` that failed first and passed when its file was run again, alone. */
  unsteady: string[]
  /** What failed, a line each, for the end of the log. */
  failures: string[]
  /** Why tests were left out, and how many for each reason: what they said, their suite, or else their own names. */
  skips: Map<string, number>
}

const failedTestsOf = ({ tests }: FileOutcome) => tests.filter(({ state }) => state === 'failed' || state === 'pending')
const nameOf = (file: string, test: string) => `${file} > ${test}`

/** The names of what failed in a file: its tests, and its setup or what it did outside of them. */
function failuresOf(outcome: FileOutcome): string[] {
  const { file, errors, isFailed } = outcome
  const tests = failedTestsOf(outcome).map(({ name }) => nameOf(file, name))
  const around = errors.map((error) => nameOf(file, `(around its tests) ${error.split('\n')[0]}`))
  const found = [...tests, ...around]
  // A run without a test proves nothing.
  if (found.length === 0 && isFailed) return [nameOf(file, '(failed)')]
  return outcome.tests.length === 0 && found.length === 0 ? [nameOf(file, '(has no test)')] : found
}

/** Every error of a file in full. */
const errorsOf = ({ errors, tests }: FileOutcome): string =>
  [...errors, ...tests.flatMap(({ error }) => error ?? [])].join('\n')

const shown = (seconds: number) => (seconds < 90 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`)

/** What was wrong with a group beyond its files. */
function faultsOfGroup({ group, errors, hung, notRun }: GroupResult, limitSeconds: number): string[] {
  const faults = [...errors]
  if (hung && group.isOpenEnded) return faults
  if (hung) {
    const running = hung.length > 0 ? `; running were: ${hung.join(', ')}` : ''
    faults.push(`${group.name} was not through after ${shown(limitSeconds)} and was ended${running}`)
  }
  if (notRun.length > 0)
    faults.push(`${group.name}: ${notRun.length} files were not run: ${notRun.slice(0, 5).join(', ')}`)
  return faults
}

/**
 * Runs groups one after the other, then the files of failed tests once more, each alone, and counts. Takes at most
 * `wholeSeconds`, whatever the tests do; like the limits of the groups these are seconds of the usual machine, and one that
 * is slower, as `measure` finds before each group, has so much more. `say` gets the lines that a reader should see.
 */
export async function runGroups(
  root: string,
  groups: Iterable<Group>,
  wholeSeconds: number,
  say: (line: string) => void,
  measure: () => Promise<number> = measureSlowness,
): Promise<Totals & { results: GroupResult[]; slowness: number }> {
  const started = performance.now()
  let slowness = 1
  const remaining = (pace = slowness) => Math.max(1, wholeSeconds * pace - (performance.now() - started) / 1_000)
  const failures: string[] = []
  const results: GroupResult[] = []
  emptyProcessLog(root)
  for (const group of groups) {
    // What goes on until its time is up needs no more of it.
    if (group.isOpenEnded && remaining(1) < 2) break
    if (!group.isOpenEnded) slowness = Math.max(slowness, await measure())
    const limitSeconds = group.isOpenEnded
      ? Math.min(group.limitSeconds, remaining(1))
      : Math.min(group.limitSeconds * slowness, remaining())
    const pace =
      slowness > 1 && !group.isOpenEnded ? `, on a machine ${slowness.toFixed(1)} times slower than usual` : ''
    say(`${group.name}: at most ${shown(limitSeconds)}${pace}`)
    const result = await watchGroup(root, group, limitSeconds * 1_000, say)
    results.push(result)
    // Vitest shows why tests failed when all are through.
    if (result.hung && !group.isOpenEnded)
      for (const { file, tests } of result.outcomes)
        for (const { name, error } of tests) if (error) say(`${nameOf(file, name)}: ${error}`)
    failures.push(...faultsOfGroup(result, limitSeconds))
  }

  const failed = results.flatMap((result) =>
    // A command whose time was up has no test that took it all: again, it would take as long.
    result.group.isOpenEnded || (result.group.command && result.hung)
      ? []
      : result.outcomes.filter((outcome) => failuresOf(outcome).length > 0).map((outcome) => ({ result, outcome })),
  )
  for (const { outcome } of failed) for (const line of loggedOf(errorsOf(outcome), root)) say(`logged: ${line}`)
  const unsteady: string[] = []
  if (failed.length > maxFilesAgain) say(`${failed.length} files failed, which is no chance: none is run again`)
  else
    for (const { result, outcome } of failed) {
      const limitSeconds = Math.min(againSeconds * slowness, remaining())
      if (limitSeconds < 2) break
      say(`run again, alone: ${outcome.file} (${result.group.name})`)
      const group = { ...result.group, files: [outcome.file], shuffle: undefined }
      const again = await watchGroup(root, { ...group, limitSeconds } as Group, limitSeconds * 1_000, say)
      const second = again.outcomes.find(({ file }) => file === outcome.file)
      if (!second || failuresOf(second).length > 0 || again.hung || again.errors.length > 0) continue
      unsteady.push(...failuresOf(outcome))
      result.outcomes[result.outcomes.indexOf(outcome)] = second
    }

  const outcomes = results.flatMap((result) => result.outcomes)
  failures.push(...outcomes.flatMap(failuresOf))
  const tests = outcomes.flatMap((outcome) => outcome.tests)
  const skips = new Map<string, number>()
  // What a broken setup left out is in its failure.
  for (const { file, tests } of outcomes.filter(({ isFailed }) => !isFailed))
    for (const { state, name, reason = nameOf(file, name) } of tests)
      if (state === 'skipped') skips.set(reason, (skips.get(reason) ?? 0) + 1)
  return {
    results,
    slowness,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: failures.length,
    skipped: tests.filter(({ state }) => state === 'skipped').length,
    unsteady,
    failures,
    skips,
  }
}

/** A line for each group with its wall time, and the ten slowest files. */
export function costOf(results: readonly GroupResult[]): string[] {
  const rows = results.map(({ group, seconds, outcomes }) => {
    const tests = outcomes.reduce((sum, outcome) => sum + outcome.tests.length, 0)
    return `  ${shown(seconds).padStart(9)}  ${group.name} (${outcomes.length} files, ${tests} tests)`
  })
  const slowest = results
    .flatMap(({ group, outcomes }) => outcomes.map((outcome) => ({ group, outcome })))
    .toSorted((a, b) => b.outcome.durationMs - a.outcome.durationMs)
    .slice(0, 10)
    .map(({ group, outcome }) => `  ${shown(outcome.durationMs / 1_000).padStart(9)}  ${outcome.file} (${group.name})`)
  return ['groups:', ...rows, 'slowest files:', ...slowest]
}
