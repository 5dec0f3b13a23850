import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox } from '../test/browser/find-browser.ts'
import type { Campaign, Need } from '../test/campaigns/campaign.ts'
import { appsWithPages, buildPages } from './build-pages.ts'
import { isAllowedSkip } from './gate/allowed-skips.ts'
import { costOf, maxUnsteady, runGroups } from './gate/run-groups.ts'
import { endAllGroups } from './gate/watch-group.ts'

/**
 * `make campaign NAME…` runs long proofs by name, `make campaign release` all of them, with a table at the end. `make campaigns`
 * lists them with the age of their last result. A result is kept in test/campaigns/results.json, only of a tree without changes,
 * so that it says what a commit does.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'test/campaigns')
const resultsFile = join(folder, 'results.json')

type Result = {
  commit: string
  date: string
  seconds: number
  passed: number
  failed: number
  skipped: number
  unsteady: number
}
type Results = Record<string, Result>

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const readResults = (): Results => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {})
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
const open = async (name: string): Promise<Campaign> =>
  (await import(join(folder, name, 'campaign.ts'))).campaign as Campaign

/** What a version must pass, in this order: what fails most, and what others rest on, comes first. */
const release =
  'faults servers browsers widget image packages generators fuzz helm properties answers bench bench-stores bench-servers bench-knowledge bench-large bench-memory'.split(
    ' ',
  )
if (release.toSorted().join() !== names.join()) throw new Error(`release is not every campaign: ${names.join(' ')}`)

const engines = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL']
const works = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
/** What is missing, and how to get it; undefined when it is there. */
const missing: Record<Need, () => string | undefined> = {
  engines: () => (engines.every((name) => process.env[name]) ? undefined : `engines: set ${engines.join(', ')}`),
  chromium: () => (findChromium() ? undefined : 'a Chromium: run scripts/install-browser, or set CHROMIUM_PATH'),
  firefox: () => (findFirefox() ? undefined : 'a Firefox: run scripts/install-browser --firefox, or set FIREFOX_PATH'),
  docker: () => (works('dockerd', '--version') ? undefined : 'Docker: run scripts/install-outside-tools'),
}

function ageOf({ commit, failed }: Result): string {
  const state = failed === 0 ? 'green' : 'RED'
  // A commit of a shallow clone, or one that was rewritten, has no distance.
  const known = works('git', '-C', root, 'merge-base', '--is-ancestor', commit, 'HEAD')
  const age = known ? `${git('rev-list', '--count', `${commit}..HEAD`)} commits ago` : 'not of this history'
  return `${state} at ${commit.slice(0, 7)}, ${age}`
}

async function list(): Promise<void> {
  const results = readResults()
  for (const name of names) {
    const { proves, limitMinutes, needs } = await open(name)
    const result = results[name]
    const lacks = needs.flatMap((need) => missing[need]() ?? [])
    console.log(`${name}: ${result ? ageOf(result) : 'never run'}; at most ${limitMinutes} minutes`)
    console.log(`  ${proves}`)
    for (const lack of lacks) console.log(`  can't run here without ${lack}`)
  }
}

/** Runs one campaign and keeps its result. Undefined when it can't run here. */
async function run(name: string): Promise<Result | undefined> {
  const { proves, needs, mayLeaveOut, limitMinutes, groups } = await open(name)
  const say = (line: string) => console.log(`${name}: ${line}`)
  say(proves)
  const lacks = needs.flatMap((need) => missing[need]() ?? [])
  if (lacks.length > 0) {
    say(`not run: it needs ${lacks.join('; ')}`)
    return undefined
  }
  // The results of campaigns that ran just before are no change of what is tried.
  const isClean = git('status', '--porcelain', '--', '.', `:!${relative(root, resultsFile)}`) === ''
  const commit = git('rev-parse', 'HEAD')
  // `make campaign` has done it; whoever calls this script alone would try the pages of an earlier commit.
  for (const app of appsWithPages(root)) if (await buildPages(root, app)) say(`built the pages of ${app}`)
  const started = performance.now()
  const totals = await runGroups(root, groups(), limitMinutes * 60, say)
  const seconds = Math.round((performance.now() - started) / 1_000)
  for (const line of costOf(totals.results)) say(line)
  const failures = [...totals.failures]
  for (const [reason, count] of totals.skips)
    if (mayLeaveOut || isAllowedSkip(reason)) say(`left out: ${reason} (${count})`)
    else failures.push(`${count} tests were left out, without which it proves less than it says: ${reason}`)
  if (totals.unsteady.length > maxUnsteady)
    failures.push(`more than ${maxUnsteady} tests passed only when they were run again`)
  if (totals.passed === 0) failures.push('no test passed')
  for (const failure of failures) console.log(`failed: ${failure}`)
  for (const test of totals.unsteady) console.log(`unsteady: ${test}`)
  const failed = failures.length
  const { passed, skipped } = totals
  console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  const date = new Date().toISOString().slice(0, 10)
  const result: Result = { commit, date, seconds, passed, failed, skipped, unsteady: totals.unsteady.length }
  if (isClean) writeFileSync(resultsFile, `${JSON.stringify({ ...readResults(), [name]: result }, null, 2)}\n`)
  else say('the result is not kept: the tree has changes that are not committed')
  return result
}

/** A line for each campaign, as wide as the widest name. */
function tableOf(ran: { name: string; result: Result | undefined }[]): string[] {
  const width = Math.max(...ran.map(({ name }) => name.length))
  return ran.map(({ name, result }) => {
    const label = name.padEnd(width)
    if (!result) return `${label}  not run`
    const { failed, passed, skipped, unsteady, seconds, commit } = result
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped, ${unsteady} unsteady`
    return `${label}  ${failed === 0 ? 'green' : 'RED'}  ${counts}  ${(seconds / 60).toFixed(1)} min  ${commit.slice(0, 7)}`
  })
}

const asked = process.argv.slice(2).flatMap((name) => (name === 'release' ? release : [name]))
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no campaign ${unknown.join(', ')}. There are: ${names.join(', ')}; release is all of them`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    endAllGroups()
    process.exit(130)
  })
process.env.NODE_COMPILE_CACHE ??= join(root, '.tools/compile-cache')
if (asked.length === 0) await list()
const ran: { name: string; result: Result | undefined }[] = []
for (const name of asked) ran.push({ name, result: await run(name) })
if (ran.length > 1) for (const line of tableOf(ran)) console.log(line)
process.exit(ran.every(({ result }) => result?.failed === 0) ? 0 : 1)
