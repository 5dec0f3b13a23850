import type { Expectation, ExpectationVerdict, TurnResult } from '@frontdesk/contracts'

/** A longer text is cut in what a verdict says; the turn holds all of it. */
const shownCharacters = 300

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
const listOf = (one: string | string[] = []): string[] => (typeof one === 'string' ? [one] : one)
const short = (text: string): string => (text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`)

/** How a confidence is written, everywhere. */
export const inWords = (confidence: number): string => (Math.round(confidence * 1_000) / 1_000).toString()

/** The policies that blocked or changed something, as a sentence would list them. */
export const policiesIn = ({ policies }: TurnResult): string =>
  [...new Set(policies.map(({ name, decision }) => `${name} (${decision})`))].join(', ') || 'none'

/** The sources that were cited. */
export const sourcesIn = ({ sources }: TurnResult): string => sources.map(({ title }) => title).join(', ') || 'none'

type Check = (came: TurnResult) => Omit<ExpectationVerdict, 'expectation'>

const check = (expected: string, came: string, passed: boolean) => ({ expected, came, passed })

/** Each expectation of a turn as something that can be held against what came. */
function checksOf(expect: Expectation): [name: string, check: Check][] {
  const checks: [string, Check][] = []
  const add = (name: string, each: Check) => checks.push([name, each])
  const { outcome, source, minConfidence, maxConfidence, policy, reason } = expect
  if (outcome !== undefined) add('outcome', (came) => check(outcome, came.outcome, came.outcome === outcome))
  for (const phrase of listOf(expect.contains)) {
    add('contains', ({ content }) => check(phrase, short(content), plain(content).includes(plain(phrase))))
  }
  for (const phrase of listOf(expect.notContains)) {
    add('notContains', ({ content }) => check(phrase, short(content), !plain(content).includes(plain(phrase))))
  }
  if (source !== undefined) {
    add('source', (came) => {
      const isCited = came.sources.some(({ sourceId, title }) => sourceId === source || plain(title) === plain(source))
      return check(source, sourcesIn(came), isCited)
    })
  }
  if (minConfidence !== undefined) {
    add('minConfidence', ({ confidence }) =>
      check(`at least ${minConfidence}`, inWords(confidence), confidence >= minConfidence),
    )
  }
  if (maxConfidence !== undefined) {
    add('maxConfidence', ({ confidence }) =>
      check(`at most ${maxConfidence}`, inWords(confidence), confidence <= maxConfidence),
    )
  }
  if (policy !== undefined) {
    add('policy', (came) => {
      const decided = came.policies.some(
        ({ policyId, name, type }) =>
          policyId === policy || plain(name) === plain(policy) || plain(type) === plain(policy),
      )
      return check(policy, policiesIn(came), decided)
    })
  }
  if (reason !== undefined) {
    add('reason', (came) =>
      check(reason, came.reason ?? 'none', came.reason !== null && plain(came.reason).includes(plain(reason))),
    )
  }
  return checks
}

/**
 * A verdict on each expectation of a turn, with what was expected and what came. A turn that has no outcome at all fails,
 * whatever was expected. Phrases are compared without regard to case and white space.
 */
export function judgeTurn(expect: Expectation, came: TurnResult): ExpectationVerdict[] {
  if (came.outcome === 'failed') {
    const why = came.error ? `${came.error.code}: ${came.error.message}` : 'failed'
    return [{ expectation: 'completes', ...check('an outcome', why, false) }]
  }
  return checksOf(expect).map(([expectation, each]) => ({ expectation, ...each(came) }))
}
