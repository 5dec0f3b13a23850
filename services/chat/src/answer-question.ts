import {
  type AnswerSource,
  type Citation,
  type FoundChunk,
  messageScreen,
  type Policy,
  type PolicyDecision,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import { chooseSources } from './choose-sources.ts'
import type { ChatContext } from './context.ts'
import { startUsageMeter, type UsageMeter } from './count-usage.ts'
import { type Filtered, filterAsItGrows } from './filter-as-it-grows.ts'
import { findPassages } from './find-passages.ts'
import { judgeWithModel, passagesOf, withVerdict } from './judge-with-model.ts'
import { servedIn } from './keep-settings.ts'
import { confidenceAfter } from './support-sentences.ts'

export type Question = {
  text: string
  history: SpokenTurn[]
  /** For a simulation: in place of the tenant's policies, and of the setting. */
  policies?: Policy[] | undefined
  threshold?: number | undefined
  /** Those that the tenant answers in; none: the customer's. */
  languages?: string[] | undefined
  /** Counts what models cost, also when the question comes to no outcome. */
  meter?: UsageMeter | undefined
}

/** How a question ended. `content` of an answer starts with everything that was released before. */
export type Outcome = { decisions: PolicyDecision[]; chunks: FoundChunk[] } & (
  | {
      kind: 'answered'
      content: string
      /** Of what was written: the answerability, less what has no support. */
      confidence: number
      answerability: number
      sources: AnswerSource[]
      citations: Citation[]
    }
  | { kind: 'blocked'; policy: string; reason: string }
  | { kind: 'escalated'; reason: 'low_confidence'; confidence: number }
)

/** Either more text that may leave (all of it so far), or the end. */
export type Progress = { kind: 'released'; text: string } | Outcome

/**
 * The one pipeline from a question to its outcome: screen → find → judge → generate → filter → cite. It stores and
 * publishes nothing itself; live turns, inbound channels and simulations all come through here.
 */
export async function* answerQuestion(
  { text, history, policies: given, threshold: wanted, languages = [], meter = startUsageMeter() }: Question,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const said = history.map(({ content }) => content)
  const screened = await context.ask(messageScreen, { text, history: said, ...(given && { policies: given }) })
  const { policies, decisions } = screened
  if (screened.blocked) {
    yield { kind: 'blocked', ...screened.blocked, decisions, chunks: [] }
    return
  }

  const threshold = wanted ?? context.config.ESCALATION_THRESHOLD
  const language = detectLanguage(text) ?? languageOf(history)
  const written = servedIn(language, { languages })
  const question = screened.text
  const heard = history.map(({ role }, i) => ({ role, content: screened.history[i]! }))
  const found = await findPassages({ question, history: heard, language, threshold }, context, { signal, meter })
  const { chunks, standalone } = found
  // A verdict of the model comes while the answer is written already; nothing leaves before it is there.
  const isJudged = context.models.writesFreely && context.config.JUDGE_TIMEOUT_MS > 0
  const hoped = isJudged ? withVerdict(found.confidence, 'yes') : found.confidence
  if (chunks.length === 0 || hoped < threshold) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence: found.confidence, decisions, chunks }
    return
  }
  const enough = new AbortController()
  const judging = { signal: AbortSignal.any([signal, enough.signal]), meter }
  const judged = judgeWithModel(standalone, chunks, found.confidence, context, judging)

  const request = {
    question,
    ...(standalone !== question && { standalone }),
    history: heard,
    passages: passagesOf(chunks),
    instructions: screened.instructions,
    ...(screened.maxTokens && { maxTokens: screened.maxTokens }),
    ...(written && { language: written }),
  }
  const generate = (left: AbortSignal) =>
    context.models.answer(request, { signal: AbortSignal.any([signal, left]), onUsage: meter.add })
  let last: Filtered | undefined
  let sent = ''
  let answerability = found.confidence
  try {
    for await (const filtered of filterAsItGrows(generate, policies, context)) {
      if (!last) {
        answerability = await judged
        if (answerability < threshold) {
          yield { kind: 'escalated', reason: 'low_confidence', confidence: answerability, decisions, chunks }
          return
        }
      }
      last = filtered
      if (filtered.blocked || filtered.final) break
      if (filtered.released.length > sent.length) {
        sent = filtered.released
        yield { kind: 'released', text: sent }
      }
    }
  } finally {
    enough.abort()
  }
  const after = [...decisions, ...(last?.decisions ?? [])]
  if (last?.blocked) {
    yield { kind: 'blocked', ...last.blocked, decisions: after, chunks }
  } else if (!last?.released.trim()) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence: answerability, decisions: after, chunks }
  } else {
    const { raw, released } = last
    const {
      sources,
      citations,
      decisions: onSources,
    } = await chooseSources({ raw, released }, chunks, policies, context)
    const confidence = confidenceAfter(answerability, raw, chunks)
    const changed = onSources.filter(({ decision }) => decision !== 'pass')
    const all = [...after, ...changed]
    yield { kind: 'answered', content: released, confidence, answerability, sources, citations, decisions: all, chunks }
  }
}

/** The language that the customer wrote in before: a short question does not tell its own. */
function languageOf(history: SpokenTurn[]): string | null {
  const said = history.filter(({ role }) => role === 'customer').map(({ content }) => content)
  return said.length > 0 ? detectLanguage(said.slice(-3).join('\n')) : null
}
