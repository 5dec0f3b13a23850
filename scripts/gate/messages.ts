/** What the process of a group tells its runner, over IPC. */

export type TestState = 'passed' | 'failed' | 'skipped' | 'pending'

export type TestOutcome = {
  /** With the names of its suites: `a basket > is emptied`. */
  name: string
  state: TestState
  /** Why it was left out: what `ctx.skip` was given, or the suite that is left out as a whole, with its file. */
  reason?: string
  /** Why it failed. */
  error?: string
}

export type FileOutcome = {
  /** From the root of the repository. */
  file: string
  isFailed: boolean
  durationMs: number
  /** Failures that are not of a test: of loading the file, of a hook, or nobody's, such as an unhandled rejection. */
  errors: string[]
  tests: TestOutcome[]
}

export type Message =
  | { kind: 'queued'; file: string }
  | { kind: 'started'; file: string }
  | { kind: 'ended'; outcome: FileOutcome }
  /** The group is through; `outcomes` is what counts. `errors` belong to no file. */
  | { kind: 'finished'; outcomes: FileOutcome[]; errors: string[] }

/** What the process of a group is given, as JSON in its first argument. */
export type GroupOrder = {
  root: string
  /** A project of vitest.config.ts. */
  project: string
  /** Files or folders from the root; all of the project when empty. */
  files: string[]
  /** Another order of the files for each number. */
  shuffle?: number
}
