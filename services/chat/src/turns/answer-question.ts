import { type Recalibration, thresholdBefore } from '@frontdesk/answers'
import { type Policy, policyEngine, ServiceError, type Settings } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { type Turn as SpokenTurn, startUsageMeter, type UsageMeter } from '@frontdesk/models'
import { logModelFault } from '../answerability/log-model-fault.ts'
import { withRecalibration } from '../answerability/recalibrate-outcome.ts'
import type { ChatContext } from '../context.ts'
import { servedIn } from '../settings/settings-store.ts'
import { customerText } from '../texts/customer-texts.ts'
import { findAnswer } from './find-answer.ts'
import type { ModelFault, Progress } from './outcome.ts'
import { recogniseCourtesy } from './recognise-courtesy.ts'
import { writeAnswer } from './write-answer.ts'

export type Question = {
  text: string
  history: SpokenTurn[]
  /** For a simulation: in place of the tenant's policies, and of the setting. */
  policies?: Policy[] | undefined
  threshold?: number | undefined
  /** The tenant's languages; empty: the customer's language. */
  languages?: string[] | undefined
  /** The tenant's texts that replace the defaults. */
  texts?: Settings['texts'] | undefined
  /** What customers get where sources contradict each other. */
  contradictions?: Settings['contradictions'] | undefined
  /** How the tenant's confidences are corrected. */
  recalibration?: Recalibration | undefined
  /** Counts the tokens of models, also when the question has no outcome. */
  meter?: UsageMeter | undefined
}

/**
 * The one pipeline from a question to its outcome: screen → find → judge → generate → filter → cite. It stores and
 * publishes nothing itself; live turns, inbound channels and simulations all come through here.
 */
export async function* answerQuestion(
  asked: Question,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const { text, history, languages = [], texts = {}, meter = startUsageMeter() } = asked
  const screened = await screen(asked, context)
  meter.addTotal(screened.usage)
  const { policies, decisions } = screened
  if (screened.blocked) {
    yield { kind: 'blocked', ...screened.blocked, decisions, chunks: [] }
    return
  }

  const language = detectLanguage(text) ?? languageOf(history, text)
  const question = screened.text
  const courtesy = recogniseCourtesy(question, language)
  if (courtesy) {
    const content = customerText(courtesy.kind, [courtesy.language], { texts, languages, businessHours: null })
    yield { kind: 'answered', content, confidence: 1, sources: [], citations: [], decisions, chunks: [] }
    return
  }
  const heard = history.map(({ role }, i) => ({ role, content: screened.history[i]! }))
  const { recalibration } = asked
  const limit = asked.threshold ?? context.config.ESCALATION_THRESHOLD
  // What is computed is compared with the threshold of what is computed, and corrected where it is said.
  const threshold = recalibration ? thresholdBefore(limit, recalibration) : limit
  const how = { threshold, language, contradictions: asked.contradictions, policies, meter }
  const found = await findAnswer({ question, history: heard, ...how }, context, signal)
  if (found.kind === 'escalated') {
    yield withRecalibration({ ...found, decisions }, recalibration)
    return
  }
  const { instructions, maxTokens } = screened
  const rules = { instructions, maxTokens, policies, decisions, threshold, language: servedIn(language, { languages }) }
  const written = writeAnswer({ question, history: heard, ...found, ...rules, meter }, context, signal)
  try {
    for await (const step of written) yield withRecalibration(step, recalibration)
  } catch (error) {
    // Asked again, it would end the same: people answer at once, also where a part of the answer left already.
    const reason = modelFaultOf(error)
    if (!reason || signal.aborted) throw error
    logModelFault(reason, error, context)
    const { confidence, chunks } = found
    const { decision } = error as ServiceError
    const taken = decision ? [...decisions, decision] : decisions
    yield withRecalibration({ kind: 'escalated', reason, confidence, decisions: taken, chunks }, recalibration)
  }
}

const modelFaultOf = (error: unknown): ModelFault | undefined =>
  error instanceof ServiceError && (error.code === 'model_refused' || error.code === 'model_failed')
    ? error.code
    : undefined

/** May this be asked, and what of it may a model see? */
const screen = ({ text, history, policies }: Question, { ask }: ChatContext) =>
  ask(policyEngine.queries.messageScreen, {
    text,
    history: history.map(({ content }) => content),
    ...(policies && { policies }),
  })

/** The language of a question that does not tell its own, together with what the customer wrote before. */
function languageOf(history: SpokenTurn[], text: string): string | null {
  const said = history.filter(({ role }) => role === 'customer').map(({ content }) => content)
  return said.length > 0 ? detectLanguage([...said.slice(-3), text].join('\n')) : null
}
