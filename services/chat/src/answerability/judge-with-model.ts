import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { FoundChunk } from '@frontdesk/contracts'
import type { UsageMeter, Verdict } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { logModelFault } from './log-model-fault.ts'

/**
 * What a model's verdict adds to the log-odds of the local judgement. Stated, not fitted: a judge that says yes to nine in
 * ten answerable questions and to two in ten others adds 1.5. A no weighs most, for the model that does not see the answer
 * is the one that would write it.
 */
const adds: Record<Verdict, number> = { yes: 1.5, partly: -0.7, no: -4 }

const logOdds = (confidence: number): number => {
  const bounded = Math.min(0.999, Math.max(0.001, confidence))
  return Math.log(bounded / (1 - bounded))
}

/** The confidence of the local judgement under a model's verdict. */
export const withVerdict = (confidence: number, verdict: Verdict): number =>
  1 / (1 + Math.exp(-logOdds(confidence) - adds[verdict]))

/** The passages that a model may use, best first. */
export const passagesOf = (chunks: FoundChunk[]) =>
  chunks.map(({ contentId, index, title, text }) => ({ id: `${contentId}/${index}`, title, text }))

/**
 * The confidence that passages answer a question after the configured model has judged them too. The local confidence
 * stands when there is no model, when it gives no verdict or takes longer than `JUDGE_TIMEOUT_MS`. Never throws.
 */
export async function judgeWithModel(
  question: string,
  chunks: FoundChunk[],
  confidence: number,
  context: ChatContext,
  { signal, meter }: { signal: AbortSignal; meter: UsageMeter },
): Promise<number> {
  const { JUDGE_TIMEOUT_MS } = context.config
  if (!context.models.writesFreely || JUDGE_TIMEOUT_MS === 0) return confidence
  try {
    // The answer is asked for first: that is what the customer waits for.
    await turnOfTheLoop()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(JUDGE_TIMEOUT_MS)])
    const request = { question, passages: passagesOf(chunks) }
    return withVerdict(confidence, await context.models.judge(request, { signal: limit, onUsage: meter.add }))
  } catch (error) {
    if (!signal.aborted) logModelFault('judge', error, context)
    return confidence
  }
}
