import type { ModelUsage } from '@frontdesk/contracts'
import { counterOf, histogramOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'

/** What is counted of the end of a turn. */
type Ended =
  | { kind: 'answered'; confidence: number }
  | { kind: 'escalated'; reason: string; confidence: number }
  | { kind: 'blocked'; policy: string }
  | { kind: 'failed'; code: string }
  | { kind: 'waiting' }
  | { kind: 'stopped' }

/** Tenants with series of their own in one process; those that come later are counted together, as `other`. */
const maxCountedTenants = 1_000

const answers = {
  name: 'frontdesk_answers_total',
  help: 'Customers’ questions by outcome; a process counts the tenants after the first 1,000 together',
  labelNames: ['tenant', 'outcome'] as const,
}
const reasons = {
  name: 'frontdesk_answer_reasons_total',
  help: 'Questions without an answer, by reason: of the escalation, the type of the policy that blocked, or the error code',
  labelNames: ['outcome', 'reason'] as const,
}
const durations = {
  name: 'frontdesk_answer_duration_seconds',
  help: 'Time from a question to the end of its answer, by outcome',
  labelNames: ['outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 600],
}
const confidences = {
  name: 'frontdesk_answer_confidence',
  help: 'Confidence of answers, and of questions that were escalated for low confidence',
  labelNames: ['outcome'] as const,
  buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
}
const tokens = {
  name: 'frontdesk_answer_tokens_total',
  help: 'Tokens that models used for the questions of a tenant, by kind',
  labelNames: ['tenant', 'kind'] as const,
}

/** Shows the metrics of answers from the start. */
export function declareAnswerMetrics({ health }: Pick<ChatContext, 'health'>): void {
  counterOf(health, answers)
  counterOf(health, reasons)
  counterOf(health, tokens)
  histogramOf(health, durations)
  histogramOf(health, confidences)
}

function tenantLabel({ tenant, state: { countedTenants } }: ChatContext): string {
  if (countedTenants.size < maxCountedTenants) countedTenants.add(tenant)
  return countedTenants.has(tenant) ? tenant : 'other'
}

function reasonOf(end: Ended): string | undefined {
  if (end.kind === 'failed') return end.code
  if (end.kind === 'blocked') return end.policy
  return end.kind === 'escalated' ? end.reason : undefined
}

/** Counts the end of a question that this process has committed. */
export function countAnswer(end: Ended, usage: ModelUsage | undefined, durationMs: number, context: ChatContext): void {
  const { health } = context
  const tenant = tenantLabel(context)
  const outcome = end.kind
  counterOf(health, answers).inc({ tenant, outcome })
  const reason = reasonOf(end)
  if (reason) counterOf(health, reasons).inc({ outcome, reason })
  histogramOf(health, durations).observe({ outcome }, Math.max(0, durationMs) / 1_000)
  const isJudged = end.kind === 'answered' || (end.kind === 'escalated' && end.reason === 'low_confidence')
  if (isJudged) histogramOf(health, confidences).observe({ outcome }, end.confidence)
  if (!usage) return
  counterOf(health, tokens).inc({ tenant, kind: 'prompt' }, usage.promptTokens)
  counterOf(health, tokens).inc({ tenant, kind: 'completion' }, usage.completionTokens)
}
