import { answerQuestion as answerFrom, type ComposedAnswer } from '@frontdesk/answers'
import type { PlacedContradiction, Policy, Settings } from '@frontdesk/contracts'
import type { Turn as SpokenTurn, UsageMeter } from '@frontdesk/models'
import { withVerdict } from '../answerability/judge-with-model.ts'
import type { ChatContext } from '../context.ts'
import { contradictionsIn, isContradicted, preferNewer, settledBy } from '../contradictions/prefer-newer.ts'
import { findPassages } from './find-passages.ts'
import { maskPassages, type SeenChunk } from './mask-passages.ts'
import type { Outcome } from './outcome.ts'

/** A question as the policies let it be seen. */
type Sought = {
  question: string
  history: SpokenTurn[]
  language: string | null
  threshold: number
  /** What customers get where sources contradict each other. */
  contradictions: Settings['contradictions'] | undefined
  policies: Policy[]
  meter: UsageMeter
}

/** What an answer is written from. */
export type FoundAnswer = {
  kind: 'found'
  /** The question in words that need no history. */
  standalone: string
  /** As they may be seen. */
  chunks: SeenChunk[]
  composed: ComposedAnswer
  /** How sure the composed answer is. */
  confidence: number
  contradictions: PlacedContradiction[]
}

/** The passages that answer a question and the answer composed of them; escalated when no model could make it sure enough. */
export async function findAnswer(
  { question, history, language, threshold, contradictions: preference = 'newest', policies, meter }: Sought,
  context: ChatContext,
  signal: AbortSignal,
): Promise<FoundAnswer | Omit<Extract<Outcome, { kind: 'escalated' }>, 'decisions'>> {
  const found = await findPassages({ question, history, language, threshold }, context, { signal, meter })
  const { standalone, counts } = found
  const { ordered, open: contradictions } = settledBy(
    standalone,
    await contradictionsIn(found.chunks, context),
    language,
  )
  if (preference === 'escalate' && found.answer && isContradicted(found.answer, contradictions)) {
    const { confidence, chunks } = found
    return { kind: 'escalated', reason: 'contradiction', confidence, chunks }
  }
  const decided =
    preference === 'newest' ? ordered : ordered.filter(({ id }) => !contradictions.some((each) => each.id === id))
  const current = preferNewer(found.chunks, decided)
  const chunks = await maskPassages(current, policies, context)
  // What is answered and how sure it is are decided together, of the passages as they may be seen.
  const isChanged =
    chunks.length !== found.chunks.length || chunks.some(({ text }, i) => text !== found.chunks[i]!.text)
  const composed = isChanged
    ? answerFrom({ question: standalone, chunks, counts, language: language ?? undefined })
    : found.answer
  const confidence = composed?.confidence ?? 0
  // A verdict of the model comes while the answer is written already; nothing leaves before it is there.
  const isJudged = context.models.writesFreely && context.config.JUDGE_TIMEOUT_MS > 0
  const hoped = isJudged ? withVerdict(confidence, 'yes') : confidence
  if (!composed || hoped < threshold) return { kind: 'escalated', reason: 'low_confidence', confidence, chunks }
  return { kind: 'found', standalone, chunks, composed, confidence, contradictions }
}
