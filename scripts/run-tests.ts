import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { startVitest, type TestModule, type TestResult } from 'vitest/node'
import { runChecks } from './check.ts'

/** `make test`: every check, then every test, then one line that counts them. Any failure makes the exit code 1. */
const root = fileURLToPath(new URL('..', import.meta.url))
const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
const engines = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL']

// Hundreds of processes of Frontdesk start in the tests, a third sooner with what the one before has compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, '.tools/compile-cache')

const skipReason = (result: TestResult) => (result.state === 'skipped' ? result.note : undefined)

type Run = { modules: TestModule[]; strayErrors: number }

/** Runs the tests of some projects, or of all, whose path contains one of `filters`, or all. */
async function run(filters: string[], projects: string[] = []): Promise<Run> {
  const options = { watch: false, root, ...(projects.length > 0 && { project: projects }) }
  const vitest = await startVitest('test', filters, options)
  const modules = vitest.state.getTestModules()
  const strayErrors = vitest.state.getUnhandledErrors().length
  await vitest.close()
  return { modules, strayErrors }
}

const sameFile = (one: TestModule) => (other: TestModule) =>
  one.moduleId === other.moduleId && one.project.name === other.project.name

/** More failed files than that are no accident of a busy machine. */
const maxFilesAgain = 10

/**
 * A failed test runs again by itself in CI (`retry` in vitest.config.ts); what fails around the tests, such as the start of
 * a file's platform, fails the whole file. So files that failed are run once more, alone, and named.
 */
async function againWhereFailed(first: Run): Promise<Run> {
  const failed = first.modules.filter((module) => module.state() === 'failed')
  if (!process.env.CI || failed.length === 0 || failed.length > maxFilesAgain) return first
  console.log(`files that failed and are run once more: ${failed.length}`)
  const projects = [...new Set(failed.map(({ project }) => project.name))]
  const second = await run([...new Set(failed.map(({ moduleId }) => moduleId))], projects)
  const modules = first.modules.map((module) => {
    const again = failed.includes(module) ? second.modules.find(sameFile(module)) : undefined
    if (again?.state() === 'passed') console.log(`flaky: passed when the file was run again: ${module.moduleId}`)
    return again ?? module
  })
  return { modules, strayErrors: first.strayErrors + second.strayErrors }
}

const isClean = await runChecks()
const { modules, strayErrors } = await againWhereFailed(await run(process.argv.slice(2)))

const tests = modules.flatMap((module) => [...module.children.allTests()])
const count = (state: string) => tests.filter((test) => test.result().state === state).length

// A file that can't be loaded has no test to fail, one whose setup fails leaves its tests out, and an error outside of a
// test belongs to none.
const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
const passed = count('passed')
// A test that never came to run has not passed, and neither has a run without tests.
const failed =
  count('failed') + count('pending') + brokenFiles + strayErrors + (isClean ? 0 : 1) + (tests.length > 0 ? 0 : 1)
const skipped = count('skipped')

const flaky = tests.filter((test) => test.diagnostic()?.flaky)
for (const test of flaky) console.log(`flaky: passed when it was run again: ${test.module.moduleId} > ${test.fullName}`)

// A test that leaves itself out says why: ctx.skip('no Docker: install docker.io and start dockerd').
const reasons = new Set(tests.flatMap((test) => skipReason(test.result()) ?? []))
for (const reason of reasons) console.log(`left out: ${reason}`)

const missing = engines.filter((name) => !process.env[name])
if (missing.length > 0)
  console.log(`left out: the adapters and the journeys on real servers (no engines: set ${missing.join(', ')})`)
const startEngine = process.env.FRONTDESK_ENGINES_START ?? join(shared, 'engines/start')
if (missing.length === 0 && !existsSync(startEngine))
  console.log(`left out: killing real servers (no ${startEngine}; set FRONTDESK_ENGINES_START)`)
if (!existsSync(shared)) console.log(`left out: tests on real documents (no ${shared}; set FRONTDESK_SHARED)`)
if (!isClean) console.log(styleText('red', 'make check found something, see above; it counts as one failure'))
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)
