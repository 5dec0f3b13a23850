import type { RehearsalChange, RehearsalVerdict, TurnResult } from '@frontdesk/contracts'

/** Confidence may differ by less without anybody noticing. */
const noticeable = 0.05

/** What serves a customer better has the higher rank: an answer, then a person, then a refusal, then nothing. */
const rankOf: Record<TurnResult['outcome'], number> = { answered: 3, escalated: 2, waiting: 2, blocked: 1, failed: 0 }
type Sides = { before: TurnResult; after: TurnResult }

const better: RehearsalChange[] = ['confidence_higher', 'citations_gained']
const worse: RehearsalChange[] = ['confidence_lower', 'citations_lost']

const namesOf = ({ policies }: TurnResult): string =>
  JSON.stringify(policies.map(({ name, decision }) => `${name} ${decision}`).sort())

const sourcesOf = ({ sources }: TurnResult): string[] => [...new Set(sources.map(({ sourceId }) => sourceId))].sort()

/** How two outcomes of the same kind differ. */
function changesWithin({ before, after }: Sides): RehearsalChange[] {
  const changes: RehearsalChange[] = []
  if (before.outcome === 'answered') {
    const gain = after.confidence - before.confidence
    if (Math.abs(gain) >= noticeable) changes.push(gain > 0 ? 'confidence_higher' : 'confidence_lower')
    const [was, is] = [sourcesOf(before), sourcesOf(after)]
    if (is.length !== was.length) changes.push(is.length > was.length ? 'citations_gained' : 'citations_lost')
    else if (is.join() !== was.join()) changes.push('sources')
  }
  if (before.content !== after.content) changes.push('content')
  if (before.reason !== after.reason) changes.push('reason')
  return changes
}

/** How `after` differs from `before`, and whether that is better or worse for the customer, where it can be told. */
export function judgeChange(sides: Sides): { verdict: RehearsalVerdict; changes: RehearsalChange[] } {
  const { before, after } = sides
  const policies: RehearsalChange[] = namesOf(before) === namesOf(after) ? [] : ['policies']
  if (before.outcome !== after.outcome && after.outcome !== 'waiting') {
    const verdict = rankOf[after.outcome] > rankOf[before.outcome] ? 'better' : 'worse'
    return { verdict, changes: [after.outcome, ...policies] }
  }
  const changes = [...changesWithin(sides), ...policies]
  const [gains, losses] = [better, worse].map((ones) => changes.some((change) => ones.includes(change)))
  if (gains !== losses) return { verdict: gains ? 'better' : 'worse', changes }
  return { verdict: changes.length > 0 ? 'changed' : 'same', changes }
}
