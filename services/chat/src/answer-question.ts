import {
  type AnswerSource,
  chunksFind,
  type FoundChunk,
  limits,
  messageScreen,
  type Policy,
  type PolicyDecision,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import { chooseSources } from './choose-sources.ts'
import type { ChatContext } from './context.ts'
import { type Filtered, filterAsItGrows } from './filter-as-it-grows.ts'
import { judgeAnswerability } from './judge-answerability.ts'

export type Question = {
  text: string
  history: SpokenTurn[]
  /** For a simulation: in place of the tenant's policies, and of the setting. */
  policies?: Policy[] | undefined
  threshold?: number | undefined
}

/** How a question ended. `content` of an answer starts with everything that was released before. */
export type Outcome = { decisions: PolicyDecision[]; chunks: FoundChunk[] } & (
  | { kind: 'answered'; content: string; confidence: number; sources: AnswerSource[] }
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
  { text, history, policies: given, threshold }: Question,
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

  const { chunks } = await context.ask(chunksFind, { question: screened.text, limit: limits.chunksPerQuestion })
  const language = detectLanguage(text)
  const { confidence } = judgeAnswerability(screened.text, chunks, language ?? undefined)
  if (chunks.length === 0 || confidence < (threshold ?? context.config.ESCALATION_THRESHOLD)) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence, decisions, chunks }
    return
  }

  const request = {
    question: screened.text,
    history: history.map(({ role }, i) => ({ role, content: screened.history[i]! })),
    passages: chunks.map((chunk) => ({
      id: `${chunk.contentId}/${chunk.index}`,
      title: chunk.title,
      text: chunk.text,
    })),
    instructions: screened.instructions,
    ...(screened.maxTokens && { maxTokens: screened.maxTokens }),
    ...(language && { language }),
  }
  const generate = (left: AbortSignal) => context.models.answer(request, { signal: AbortSignal.any([signal, left]) })
  let last: Filtered | undefined
  let sent = ''
  for await (const filtered of filterAsItGrows(generate, policies, context)) {
    last = filtered
    if (filtered.blocked || filtered.final) break
    if (filtered.released.length > sent.length) {
      sent = filtered.released
      yield { kind: 'released', text: sent }
    }
  }
  const after = [...decisions, ...(last?.decisions ?? [])]
  if (last?.blocked) {
    yield { kind: 'blocked', ...last.blocked, decisions: after, chunks }
  } else if (!last?.released.trim()) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence, decisions: after, chunks }
  } else {
    const { sources, decisions: onSources } = await chooseSources(last.raw, chunks, policies, context)
    const changed = onSources.filter(({ decision }) => decision !== 'pass')
    yield { kind: 'answered', content: last.released, confidence, sources, decisions: [...after, ...changed], chunks }
  }
}
