import type { Policy, PolicyDecision } from '@frontdesk/contracts'
import { reduceAsItGrows, reduceMarkdown } from '@frontdesk/markdown'
import type { Turn as SpokenTurn, UsageMeter } from '@frontdesk/models'
import { chooseSources } from '../answerability/choose-sources.ts'
import { judgeWithModel, passagesOf } from '../answerability/judge-with-model.ts'
import { confidenceAfter, mayLeave } from '../answerability/support-sentences.ts'
import type { ChatContext } from '../context.ts'
import { type Filtered, filterAsItGrows } from './filter-as-it-grows.ts'
import type { FoundAnswer } from './find-answer.ts'
import type { Outcome, Progress } from './outcome.ts'

/** What is answered, from what, and under which rules. */
type ToWrite = FoundAnswer & {
  question: string
  history: SpokenTurn[]
  /** ISO 639-1 of the answer; null: as it comes. */
  language: string | null
  threshold: number
  instructions: string[]
  maxTokens?: number | undefined
  policies: Policy[]
  /** Of the policies so far. */
  decisions: PolicyDecision[]
  meter: UsageMeter
}

/** What was written when nothing more came. `sent` left already. */
type Written = {
  last: Filtered | undefined
  sent: string
  /** The limit of tokens cut it off. */
  isTruncated: boolean
  answerability: number
  confidenceIn(raw: string): number
}

/**
 * Writes the answer and releases it as the policies let it out, while a model judges whether the passages answer the
 * question. Nothing leaves before the verdict is there, and nothing that is less sure than the threshold.
 */
export async function* writeAnswer(
  found: ToWrite,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const { standalone, chunks, decisions, threshold, language, policies, meter } = found
  const { writesFreely } = context.models
  const enough = new AbortController()
  const judging = { signal: AbortSignal.any([signal, enough.signal]), meter }
  const judged = judgeWithModel(standalone, chunks, found.confidence, context, judging)
  let isTruncated = false
  const onTruncated = () => {
    isTruncated = true
  }
  const generate = generatorOf(found, context, signal, onTruncated)
  let last: Filtered | undefined
  let sent = ''
  let answerability = found.confidence
  // A model may write what no passage says; what is composed of them rests on them.
  const confidenceIn = (raw: string) =>
    writesFreely ? confidenceAfter(answerability, raw, chunks, language) : answerability
  try {
    for await (const filtered of filterAsItGrows(generate, policies, context)) {
      meter.addTotal(filtered.usage)
      if (!last) {
        answerability = await judged
        if (answerability < threshold) {
          yield { kind: 'escalated', reason: 'low_confidence', confidence: answerability, decisions, chunks }
          return
        }
      }
      // Nothing leaves below the threshold: what lacks support waits for what has it, or does not leave at all.
      const isSure =
        !writesFreely || filtered.final
          ? confidenceIn(filtered.raw) >= threshold
          : mayLeave(answerability, filtered.raw, chunks, { threshold, language })
      if (isSure || filtered.blocked || sent === '') last = filtered
      if (filtered.blocked || filtered.final) break
      if (isSure && filtered.released.length > sent.length) {
        sent = filtered.released
        yield { kind: 'released', text: sent }
      }
    }
  } finally {
    enough.abort()
  }
  yield await outcomeOf({ last, sent, isTruncated, answerability, confidenceIn }, found, context)
}

/** Has the model write: a language model in Markdown of the subset, the local one what was composed. */
function generatorOf(
  { question, standalone, history, chunks, composed, instructions, maxTokens, language, meter }: ToWrite,
  { models }: ChatContext,
  signal: AbortSignal,
  onTruncated: () => void,
): (left: AbortSignal) => AsyncIterable<string> {
  const request = {
    question,
    ...(standalone !== question && { standalone }),
    history,
    passages: passagesOf(chunks),
    composed: composed.text,
    instructions,
    ...(maxTokens && { maxTokens }),
    ...(language && { language }),
  }
  return (left) => {
    const options = { signal: AbortSignal.any([signal, left]), onUsage: meter.add, onTruncated }
    const written = models.answer(request, options)
    return models.writesFreely ? reduceAsItGrows(written) : written
  }
}

/** A text that was cut off, so that readers see it. It begins with what left already. */
function withEllipsis(text: string, sent: string): string {
  const trimmed = text.trimEnd()
  return `${trimmed.length < sent.length ? text : trimmed}…`
}

/** How it ended: with what left and what it rests on, or without an answer. */
async function outcomeOf(
  { last, sent, isTruncated, answerability, confidenceIn }: Written,
  { chunks, composed, contradictions, policies, threshold, ...found }: ToWrite,
  context: ChatContext,
): Promise<Outcome> {
  const decisions = [...found.decisions, ...(last?.decisions ?? [])]
  if (last?.blocked) return { kind: 'blocked', ...last.blocked, decisions, chunks }
  const { writesFreely } = context.models
  const released = last?.final ? last.released : sent
  // A model that set the tone wrote it anew; what left already stays as it is.
  const reduced = writesFreely ? reduceMarkdown(released) : released
  const whole = reduced.startsWith(sent) ? reduced : released
  // A policy that shortens an answer ends it on purpose.
  const isShortened = decisions.some(({ type, decision }) => type === 'Length Limit' && decision === 'change')
  const isCut = isTruncated && last?.final === true && !isShortened
  const content = isCut ? withEllipsis(whole, sent) : whole
  if (!last || content.trim() === '' || confidenceIn(last.raw) < threshold) {
    const confidence = last ? confidenceIn(last.raw) : answerability
    return { kind: 'escalated', reason: 'low_confidence', confidence, decisions, chunks }
  }
  const { raw } = last
  const parts = raw === composed.text ? composed.parts : undefined
  const chosen = await chooseSources({ raw, released: content, parts, contradictions }, chunks, policies, context)
  const changed = chosen.decisions.filter(({ decision }) => decision !== 'pass')
  return {
    kind: 'answered',
    content,
    ...(writesFreely && { format: 'markdown' }),
    ...(isCut && { truncated: true as const }),
    confidence: confidenceIn(raw),
    answerability,
    sources: chosen.sources,
    citations: chosen.citations,
    decisions: [...decisions, ...changed],
    chunks,
  }
}
