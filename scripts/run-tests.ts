import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { startVitest } from 'vitest/node'
import { runChecks } from './check.ts'

/** `make test`: every check, then every test, then one line that counts them. Any failure makes the exit code 1. */
const root = fileURLToPath(new URL('..', import.meta.url))
const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
const engines = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL']

const isClean = await runChecks()

const vitest = await startVitest('test', process.argv.slice(2), { watch: false, root })
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
const count = (state: string) => tests.filter((test) => test.result().state === state).length

// A file that can't be loaded has no test to fail, and an error outside of a test belongs to none.
const brokenFiles = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
const strayErrors = vitest.state.getUnhandledErrors().length
const passed = count('passed')
// A test that never came to run has not passed, and neither has a run without tests.
const failed =
  count('failed') + count('pending') + brokenFiles + strayErrors + (isClean ? 0 : 1) + (tests.length > 0 ? 0 : 1)
const skipped = count('skipped')
await vitest.close()

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
