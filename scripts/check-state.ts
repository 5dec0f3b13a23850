import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitWith } from './exit-with.ts'

/**
 * What a process knows belongs to one running service: to its `state` (`defineService`), or to what its `start` opened. A
 * module may hold constants. These hold more than that, for the reason beside them.
 */
const allowed: Record<string, string> = {
  'packages/service/src/clock.ts': 'remembers the timestamp of this millisecond',
  'services/chat/src/hours/business-hours.ts': 'what a pure function answered',
  'services/channels/src/outbound/count-segments.ts': 'a table that is built when the module is loaded',
  'services/ingest/src/extraction/ocr/ocr-worker.ts': 'a thread of its own, for one document at a time',
  'services/ingest/src/extraction/worker.ts': 'a thread of its own',
  'services/policy-engine/src/policies/find-policy-faults.ts': 'what a pure function answered for an object',
  'services/policy-engine/src/personal-data/home-plans.ts': 'what a pure function answered',
  'services/policy-engine/src/personal-data/phone-plans.ts': 'what a pure function answered',
  'services/policy-engine/src/personal-data/plain-text.ts': 'what a pure function answered',
  'services/policy-engine/src/topics/common-words.ts': 'what a pure function answered',
  'services/policy-engine/src/topics/match-examples.ts': 'what a model answers for a text, always the same',
  'services/policy-engine/src/topics/match-topics.ts': 'what a pure function answered',
  'services/policy-engine/src/topics/word-forms.ts': 'a table that is built when the module is loaded',
  'services/webhook-dispatcher/src/endpoints/sign-payload.ts': 'what a pure function answered',
}

const binding = /^(?:export )?let (\w+)|^(?:export )?const (\w+)[^=\n]*= new (?:Weak)?(?:Map|Set)\b/gm
const writes = (name: string) => new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`)

/** Names that a module binds at its top and changes later. */
export function stateOf(text: string): string[] {
  return [...text.matchAll(binding)].flatMap(([, changed, collection]) => {
    if (changed !== undefined) return [changed]
    return writes(collection!).test(text) ? [collection!] : []
  })
}

/** What is wrong: a module that holds state without a reason here, and a reason without state. */
export function stateFaults(sources: Record<string, string>, reasons = allowed): string[] {
  const held = Object.entries(sources).map(([path, text]) => ({ path, names: stateOf(text) }))
  return [
    ...held
      .filter(({ path, names }) => names.length > 0 && !Object.hasOwn(reasons, path))
      .map(({ path, names }) => `${path} holds state in ${names.join(', ')}: put it in the \`state\` of the service`),
    ...Object.keys(reasons)
      .filter((path) => !held.some((each) => each.path === path && each.names.length > 0))
      .map((path) => `${path} holds no state any more: take it out of scripts/check-state.ts`),
  ]
}

/** What runs only in tests. */
const isForTests = /\.test(?:-d)?\.ts$|\/conformance|-for-test\.ts$|\/testing\//

/** What is wrong in this repository. */
export function findFaults(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const listed = ['ls-files', '-z', '-co', '--exclude-standard', 'services/*/src/*.ts', 'packages/service/src/*.ts']
  const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const read = paths.filter((path) => !isForTests.test(path) && existsSync(`${root}/${path}`))
  return stateFaults(Object.fromEntries(read.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')])))
}

if (import.meta.main) exitWith(findFaults())
