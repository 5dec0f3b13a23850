import type { analyticsOverview, ReplyOf } from '@frontdesk/contracts'
import type { Fact } from './fact-documents.ts'

type Overview = ReplyOf<typeof analyticsOverview>
type Numbers = Omit<Overview['groups'][number], 'key'>

/** The value that `share` of all values do not exceed (nearest rank); null of none. `sorted` ascends. */
function percentile(sorted: number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

function durationsOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return { count: sorted.length, p50Ms: percentile(sorted, 0.5), p90Ms: percentile(sorted, 0.9) }
}

/** Counts facts one by one; `numbers` is what they come to. */
export function startCount() {
  const counts = { conversations: 0, messages: 0, questions: 0, answered: 0, blocked: 0, failed: 0, escalated: 0 }
  const escalatedByReason: Record<string, number> = {}
  const resolved = { confirmed: 0, assumed: 0 }
  const confidence = { count: 0, sum: 0, distribution: Array.from({ length: 10 }, () => 0) }
  const responses: number[] = []
  const resolutions: number[] = []

  function addAnswer({ outcome, confidence: value }: Fact): void {
    counts.questions++
    if (outcome === 'answered' || outcome === 'blocked' || outcome === 'failed') counts[outcome]++
    if (value === undefined) return
    confidence.count++
    confidence.sum += value
    confidence.distribution[Math.min(9, Math.max(0, Math.floor(value * 10)))]!++
  }

  return {
    add(fact: Fact): void {
      switch (fact.kind) {
        case 'conversation':
          counts.conversations++
          break
        case 'message':
          counts.messages++
          break
        case 'answer':
          addAnswer(fact)
          break
        case 'escalation':
          counts.escalated++
          escalatedByReason[fact.reason!] = (escalatedByReason[fact.reason!] ?? 0) + 1
          break
        case 'response':
          responses.push(fact.ms!)
          break
        case 'resolution':
          resolved[fact.how!]++
          resolutions.push(fact.ms!)
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
      resolution: durationsOf(resolutions),
    }),
  }
}
