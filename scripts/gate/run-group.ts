import { relative, resolve } from 'node:path'
import { type Reporter, startVitest, type TestCase, type TestModule, type TestSuite, type Vitest } from 'vitest/node'
import type { FileOutcome, GroupOrder, Message } from './messages.ts'

/**
 * A process of its own for one group of tests: runs some files of a vitest project and tells the runner that started it what
 * begins, what ends and how. Vitest's usual lines go to the standard output.
 */
const order = JSON.parse(process.argv[2]!) as GroupOrder
const { root, project, files, shuffle } = order

const tell = (message: Message): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
// Whoever started this is gone: nobody would end it.
process.once('disconnect', () => process.exit(1))

const fileOf = (path: string) => relative(root, path)
const textOf = ({ name, message }: { name?: string; message: string }) => `${name ?? 'Error'}: ${message}`

/** Why a test was left out: what it said itself, or the outermost suite that is left out as a whole. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result()
  if (result.state !== 'skipped') return undefined
  if (result.note !== undefined) return result.note
  const suites: TestSuite[] = []
  for (let { parent } = test as TestCase | TestSuite; parent.type === 'suite'; parent = parent.parent)
    suites.push(parent)
  const whole = suites.findLast(({ options }) => options.mode === 'skip')
  return whole && `${fileOf(whole.module.moduleId)} > ${whole.fullName}`
}

function outcomeOf(module: TestModule): FileOutcome {
  const tests = [...module.children.allTests()].map((test) => {
    const reason = reasonOf(test)
    const { state, errors = [] } = test.result()
    const error = errors.length > 0 ? errors.map(textOf).join('\n') : undefined
    return {
      name: test.fullName,
      state,
      ...(reason !== undefined && { reason }),
      ...(error !== undefined && { error }),
    }
  })
  const suites = [...module.children.allSuites()]
  const errors = [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map(textOf)
  const isFailed = module.state() === 'failed' || tests.some(({ state }) => state === 'failed')
  return { file: fileOf(module.moduleId), isFailed, durationMs: module.diagnostic().duration, errors, tests }
}

const reporter: Reporter = {
  onTestModuleQueued: (module) => tell({ kind: 'queued', file: fileOf(module.moduleId) }),
  onTestModuleStart: (module) => tell({ kind: 'started', file: fileOf(module.moduleId) }),
  onTestModuleEnd: (module) => tell({ kind: 'ended', outcome: outcomeOf(module) }),
}

/** Files with their own failures and those that stood in no test; and what belongs to no file. */
function finished(vitest: Vitest): Message {
  const outcomes = vitest.state.getTestModules().map(outcomeOf)
  const errors: string[] = []
  for (const error of vitest.state.getUnhandledErrors() as {
    name?: string
    message: string
    VITEST_TEST_PATH?: string
  }[]) {
    const path = error.VITEST_TEST_PATH
    const owner = outcomes.find(({ file }) => path !== undefined && file === fileOf(path))
    const text = `outside of a test: ${textOf(error)}`
    if (owner) Object.assign(owner, { isFailed: true, errors: [...owner.errors, text] })
    else errors.push(text)
  }
  return { kind: 'finished', outcomes, errors }
}

const vitest = await startVitest(
  'test',
  files.map((file) => resolve(root, file)),
  {
    root,
    watch: false,
    project: [project],
    reporters: ['default', reporter],
    ...(shuffle !== undefined && { sequence: { shuffle: { files: true, tests: false }, seed: shuffle } }),
  },
)
const message = finished(vitest)
await vitest.close()
await tell(message)
process.exit(0)
