import { setImmediate as nextTurn } from 'node:timers/promises'
import { type analytics, assertNever, type ReplyOf } from '@frontdesk/contracts'
import type { AnalyticsContext } from '../context.ts'
import { type Fact, kinds } from './fact-document.ts'
import { atIn, type Bounds } from './period.ts'

type Overview = ReplyOf<typeof analytics.queries.overviewRead>
type Numbers = Omit<Overview['groups'][number], 'key'>

/** The value that `share` of all values do not exceed (nearest rank); null of none. `sorted` ascends. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

function durationsOf(values: number[]) {
  // Sorts as numbers, and a hundred thousand in 8 ms.
  const sorted = Float64Array.from(values).sort()
  return { count: sorted.length, p50Ms: percentile(sorted, 0.5), p90Ms: percentile(sorted, 0.9) }
}

/** `scores`: how many gave 1, …, 5. */
function ratingsOf(scores: number[]) {
  const count = scores.reduce((sum, times) => sum + times, 0)
  const sum = scores.reduce((before, times, i) => before + times * (i + 1), 0)
  return { count, mean: count === 0 ? null : sum / count, distribution: [...scores] }
}

/** What the numbers look at. */
const countedFields = [
  'kind',
  'outcome',
  'reason',
  'how',
  'by',
  'confidence',
  'judged',
  'ms',
  'score',
  'policyIds',
  'policyNames',
  'sourceIds',
  'target',
  'result',
  'slaPolicyId',
  'slaPolicyName',
  'teamId',
] as const satisfies (keyof Fact)[]
/** What a fact can be grouped by. */
export type GroupField = 'channel' | 'conversationId'
export type CountedFact = Pick<Fact, (typeof countedFields)[number]> & Partial<Pick<Fact, GroupField>>

/** Facts that are looked at before others have a turn: some 2 ms. */
const factsATurn = 500

/** The facts of a period, those that look the same together with how many they are, some at a time. */
export async function* countFacts(
  bounds: Bounds,
  groupedBy: GroupField[],
  { tenant, collections, signal }: AnalyticsContext,
): AsyncGenerator<{ fact: CountedFact; count: number }[]> {
  signal.throwIfAborted()
  const fields = [...countedFields, ...groupedBy]
  const where = { kind: { in: [...kinds] }, at: atIn(bounds) }
  const counted = await collections.facts.countBy(tenant, { where, fields })
  for (let start = 0; start < counted.length; start += factsATurn) {
    yield counted.slice(start, start + factsATurn).map(({ values, count }) => {
      const fact: Record<string, unknown> = {}
      for (const [i, field] of fields.entries()) if (values[i] !== null) fact[field] = values[i]
      return { fact: fact as CountedFact, count }
    })
    await nextTurn()
  }
}

/** Counts facts; `numbers` is what they come to. */
export function startCount() {
  const counts = { conversations: 0, messages: 0, questions: 0, answered: 0, blocked: 0, failed: 0, escalated: 0 }
  const escalatedByReason: Record<string, number> = {}
  const resolved = { confirmed: 0, assumed: 0 }
  const resolvedBy = { ai: 0, agent: 0 }
  const confidence = { count: 0, sum: 0, distribution: Array.from({ length: 10 }, () => 0) }
  const scores = [0, 0, 0, 0, 0]
  const none = { met: 0, breached: 0 }
  const sla = { firstResponse: { ...none }, nextResponse: { ...none }, resolution: { ...none } }
  const slaResponses: number[] = []
  const responses: number[] = []
  const resolutions: number[] = []

  function addAnswer({ outcome, confidence: value }: CountedFact, times: number): void {
    counts.questions += times
    if (outcome === 'answered' || outcome === 'blocked' || outcome === 'failed') counts[outcome] += times
    if (value === undefined) return
    confidence.count += times
    confidence.sum += value * times
    confidence.distribution[Math.min(9, Math.max(0, Math.floor(value * 10)))]! += times
  }

  return {
    /** So far. */
    counts: counts as Readonly<typeof counts>,
    add(fact: CountedFact, times: number): void {
      switch (fact.kind) {
        case 'conversation':
          counts.conversations += times
          break
        case 'message':
          counts.messages += times
          break
        case 'answer':
          addAnswer(fact, times)
          break
        case 'escalation':
          counts.escalated += times
          escalatedByReason[fact.reason!] = (escalatedByReason[fact.reason!] ?? 0) + times
          break
        case 'response':
          for (let i = 0; i < times; i++) responses.push(fact.ms!)
          break
        case 'resolution':
          resolved[fact.how!] += times
          if (fact.by) resolvedBy[fact.by] += times
          for (let i = 0; i < times; i++) resolutions.push(fact.ms!)
          break
        case 'sla':
          // A late answer was counted as breached when it was due.
          if (fact.result !== 'late') sla[fact.target!][fact.result!] += times
          if (fact.target === 'firstResponse' && fact.result !== 'breached')
            for (let i = 0; i < times; i++) slaResponses.push(fact.ms!)
          break
        case 'rating':
          scores[fact.score! - 1]! += times
          break
        default:
          assertNever(fact.kind)
      }
    },
    numbers: (): Numbers => ({
      ...counts,
      escalatedByReason,
      confidence: {
        count: confidence.count,
        mean: confidence.count === 0 ? null : confidence.sum / confidence.count,
        distribution: confidence.distribution,
      },
      firstResponse: durationsOf(responses),
      resolved,
      resolvedBy,
      resolution: durationsOf(resolutions),
      rating: ratingsOf(scores),
      sla: { ...sla, firstResponseTime: durationsOf(slaResponses) },
    }),
  }
}
