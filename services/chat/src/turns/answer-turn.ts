import type { EscalationRule, Policy, Settings } from '@frontdesk/contracts'
import type { Turn as SpokenTurn, UsageMeter } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { type Escalation, escalationBefore, lowConfidenceRule, thresholdFrom } from '../escalation/escalation-steps.ts'
import { listRules } from '../escalation/rule-store.ts'
import { isOutsideHours } from '../hours/business-hours.ts'
import { readRecalibration, readSettings } from '../settings/settings-store.ts'
import { answerQuestion } from './answer-question.ts'
import type { EscalatedEnd } from './finish-turn.ts'
import type { Outcome } from './outcome.ts'

/** As the log of the conversation says it. */
const overBudget = 'the budget of the chat widget is used up'

export type AskedTurn = {
  text: string
  /** The conversation history, oldest first; read only when the question reaches the pipeline. */
  history(): Promise<SpokenTurn[]>
  /** Messages of the customer so far, this one included, as far as these rules look at it. */
  countMessages(rules: EscalationRule[]): Promise<number>
  meter?: UsageMeter | undefined
  /** For a simulation: in place of what the tenant has. */
  policies?: Policy[] | undefined
  threshold?: number | undefined
  settings?: Settings | undefined
  /** When it was asked; default: now. */
  askedAt?: number | undefined
  /** For a colleague who answers in the end: no rule hands it over before anything is looked up. */
  isForColleague?: boolean | undefined
  /** Whether the AI may answer now; where it may not, people do. */
  mayAnswer?(): Promise<boolean>
}

/** Either the released text (all of it so far), or the end. */
export type TurnProgress = { kind: 'released'; text: string } | Exclude<Outcome, { kind: 'escalated' }> | EscalatedEnd

/**
 * A customer's message from the rules that hand it over to the pipeline that answers it, under what the tenant has set.
 * Stores and publishes nothing itself: live turns and simulations both come through here.
 */
export async function* answerTurn(
  {
    text,
    history,
    countMessages,
    meter,
    policies,
    threshold,
    settings: given,
    askedAt,
    isForColleague,
    mayAnswer,
  }: AskedTurn,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<TurnProgress> {
  const now = askedAt ?? context.clock.now()
  const [settings, rules, recalibration] = await Promise.all([
    given ?? readSettings(context),
    listRules(context),
    readRecalibration(context),
  ])
  const escalated = (
    escalation: Escalation,
    more: Pick<EscalatedEnd, 'confidence' | 'decisions' | 'chunks' | 'detail'>,
  ) => ({
    kind: 'escalated' as const,
    ...more,
    ...escalation,
    message: escalation.rule?.then.message,
    isOutsideHours: isOutsideHours(settings.businessHours, now),
  })
  const asked = { text, customerMessages: await countMessages(rules) }
  const before = isForColleague ? undefined : escalationBefore(asked, rules, settings, now)
  if (before) {
    yield escalated(before, { confidence: 0, decisions: [], chunks: [] })
    return
  }
  if (mayAnswer && !(await mayAnswer())) {
    yield escalated({ reason: 'rule' }, { confidence: 0, decisions: [], chunks: [], detail: overBudget })
    return
  }
  const question = {
    text,
    history: await history(),
    policies,
    threshold: threshold ?? thresholdFrom(rules, settings),
    languages: settings.languages,
    texts: settings.texts,
    contradictions: settings.contradictions,
    recalibration: settings.recalibrateConfidence ? recalibration : undefined,
    meter,
  }
  for await (const step of answerQuestion(question, context, signal)) {
    if (step.kind !== 'escalated') yield step
    else {
      const { confidence, decisions, chunks, reason } = step
      const rule = reason === 'low_confidence' ? lowConfidenceRule(rules) : undefined
      yield escalated({ reason, rule }, { confidence, decisions, chunks })
    }
  }
}
