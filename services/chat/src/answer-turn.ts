import type { EscalationRule, Policy } from '@frontdesk/contracts'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import { answerQuestion, type Outcome } from './answer-question.ts'
import type { ChatContext } from './context.ts'
import type { UsageMeter } from './count-usage.ts'
import { type Escalation, escalationBefore, lowConfidenceRule, ownWords, thresholdFrom } from './escalation-steps.ts'
import type { EscalatedEnd } from './finish-turn.ts'
import { listRules } from './keep-rules.ts'
import { readSettings } from './keep-settings.ts'

export type AskedTurn = {
  text: string
  /** What was said before, oldest first; read only when the question comes to the pipeline. */
  history(): Promise<SpokenTurn[]>
  /** Messages of the customer so far, this one included, as far as these rules look at it. */
  countMessages(rules: EscalationRule[]): Promise<number>
  meter?: UsageMeter | undefined
  /** For a simulation: in place of what the tenant has. */
  policies?: Policy[] | undefined
  threshold?: number | undefined
  /** For a colleague who answers in the end: no rule hands it over before anything is looked up. */
  isForColleague?: boolean | undefined
}

/** Either more text that may leave (all of it so far), or the end. */
export type TurnProgress = { kind: 'released'; text: string } | Exclude<Outcome, { kind: 'escalated' }> | EscalatedEnd

/**
 * A customer's message from the rules that hand it over to the pipeline that answers it, under what the tenant has set.
 * Stores and publishes nothing itself: live turns and simulations both come through here.
 */
export async function* answerTurn(
  { text, history, countMessages, meter, policies, threshold, isForColleague }: AskedTurn,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<TurnProgress> {
  const { clock } = context
  const [settings, rules] = await Promise.all([readSettings(context), listRules(context)])
  const escalated = (escalation: Escalation, more: Pick<EscalatedEnd, 'confidence' | 'decisions' | 'chunks'>) => ({
    kind: 'escalated' as const,
    ...more,
    ...escalation,
    message: ownWords(escalation, settings, clock.now()),
  })
  const asked = { text, customerMessages: await countMessages(rules) }
  const before = isForColleague ? undefined : escalationBefore(asked, rules, settings, clock.now())
  if (before) {
    yield escalated(before, { confidence: 0, decisions: [], chunks: [] })
    return
  }
  const question = {
    text,
    history: await history(),
    policies,
    threshold: threshold ?? thresholdFrom(rules, settings),
    languages: settings.languages,
    meter,
  }
  for await (const step of answerQuestion(question, context, signal)) {
    if (step.kind !== 'escalated') yield step
    else {
      const { confidence, decisions, chunks, reason } = step
      yield escalated({ reason, rule: lowConfidenceRule(rules) }, { confidence, decisions, chunks })
    }
  }
}
