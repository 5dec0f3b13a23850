import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { findChromium } from '../test/browser/find-browser.ts'
import { runChecks } from './check.ts'
import { isAllowedSkip } from './gate/allowed-skips.ts'
import { gateGroups, gateLimits } from './gate/gate-groups.ts'
import { costOf, maxUnsteady, runGroups } from './gate/run-groups.ts'
import { endAllGroups } from './gate/watch-group.ts'

/**
 * `make test`, the gate: every check, then the tests that decide whether a change is right, then one line that counts them.
 * Any failure makes the exit code 1. Names of groups as arguments run those alone: `node scripts/run-tests.ts code pages`.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
const say = (line: string) => console.log(`test: ${line}`)

// Hundreds of processes of Frontdesk start in the tests, a third sooner with what the one before has compiled.
process.env.NODE_COMPILE_CACHE ??= join(root, '.tools/compile-cache')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    endAllGroups()
    process.exit(130)
  })

const missing = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'].filter((name) => !process.env[name])
const hasEngines = missing.length === 0
const hasChromium = findChromium() !== undefined
const all = gateGroups({ hasEngines, hasChromium })
const names = process.argv.slice(2)
const unknown = names.filter((name) => name !== 'checks' && !all.some((group) => group.name === name))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}. There are: checks, ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const isChosen = (name: string) => names.length === 0 || names.includes(name)

const limits = gateLimits({ hasEngines })
const started = performance.now()
const secondsGone = () => (performance.now() - started) / 1_000
const isClean = isChosen('checks') ? await runChecks() : true
const groups = all.filter(({ name }) => isChosen(name))
const totals = await runGroups(root, groups, limits.wholeSeconds - secondsGone(), say)

const failures = [...totals.failures]
if (!isClean) failures.push('make check found something, see above')
if (groups.length > 0 && totals.passed === 0) failures.push('no test passed')
if (totals.unsteady.length > maxUnsteady)
  failures.push(
    `${totals.unsteady.length} tests passed only when they were run again; ${maxUnsteady} may, while their cause is sought`,
  )
// Where everything is there, nothing may be left out but what is known.
for (const [reason, count] of totals.skips)
  if (hasEngines && hasChromium && !isAllowedSkip(reason))
    failures.push(`${count} tests were left out for a reason that scripts/gate/allowed-skips.ts lacks: ${reason}`)

console.log('')
for (const line of costOf(totals.results)) say(line)
const minutes = secondsGone() / 60
const usual = totals.slowness > 1 ? ` on a machine ${totals.slowness.toFixed(1)} times slower than usual` : ''
say(
  `${minutes.toFixed(1)} minutes in all${usual}; the aim is ${limits.aimSeconds / 60}, the end at ${limits.wholeSeconds / 60} on the usual one`,
)
if (names.length === 0 && minutes * 60 > limits.aimSeconds)
  say(
    styleText('yellow', 'warning: over the aim. Move what is slow to a campaign, or make it quicker (CONTRIBUTING.md)'),
  )

for (const [reason, count] of totals.skips) say(`left out: ${reason} (${count})`)
if (!hasEngines) say(`left out: the adapters and the journeys on real servers (no engines: set ${missing.join(', ')})`)
if (!hasChromium)
  say('left out: the pages in a browser (no Chromium: run scripts/install-browser, or set CHROMIUM_PATH)')
if (!existsSync(shared)) say(`left out: tests on real documents (no ${shared}; set FRONTDESK_SHARED)`)
for (const failure of failures) console.log(styleText('red', `failed: ${failure}`))
for (const test of totals.unsteady) console.log(`unsteady: ${test}`)
const failed = totals.failed + (failures.length - totals.failures.length)
console.log(`${totals.passed} passed, ${failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)
