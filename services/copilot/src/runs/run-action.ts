import {
  type BodyOf,
  type copilot,
  copilotResult,
  derivedId,
  type PartOf,
  policyEngine,
  refusal,
  ServiceError,
} from '@frontdesk/contracts'
import { splitIntoSentences } from '@frontdesk/language'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { Action, ActionName, Written } from '../actions/action.ts'
import { analyzeSentiment } from '../actions/analyze-sentiment.ts'
import { draftNote } from '../actions/draft-note.ts'
import { suggestReply } from '../actions/suggest-reply.ts'
import { summarize } from '../actions/summarize.ts'
import { translateTo } from '../actions/translate.ts'
import type { CopilotContext } from '../context.ts'
import { meterModels } from '../usage/count-usage.ts'
import { resultOf } from './list-runs.ts'
import { readConversation } from './read-conversation.ts'
import type { RunDocument } from './run-document.ts'

const actions: Record<ActionName, Action> = {
  summarize,
  translate_en: translateTo('en'),
  translate_sv: translateTo('sv'),
  suggest_reply: suggestReply,
  analyze_sentiment: analyzeSentiment,
  draft_note: draftNote,
}

type Part = PartOf<typeof copilot.streams.actionRun>

/**
 * Runs an action on a conversation, once for an operation: the same one again answers what it answered. What is written is
 * checked whole, and leaves as the tenant's Post-generation policies let it; when they block it, the result is the refusal.
 * Throws `not_found`, `model_required`, `invalid_request`, `conflict` before the first part.
 */
export async function* runAction(
  { operationId, action, conversationId }: BodyOf<typeof copilot.streams.actionRun>,
  context: CopilotContext,
): AsyncGenerator<Part> {
  const { tenant, collections, commit, clock } = context
  const runId = derivedId('cpr', tenant, operationId)
  const before = await collections.runs.get(tenant, runId)
  if (before) {
    const run = sameRun(before.body, action, conversationId)
    yield { type: 'start', action, conversationId, messageId: run.messageId }
    yield* partsOf(run)
    return
  }
  const read = await readConversation(conversationId, context)
  actions[action].check?.(read, context)
  const about = { action, conversationId, messageId: read.newestId }
  yield { type: 'start', ...about }
  const meter = meterModels(context)
  const written = await actions[action].write(read, meter.context).finally(() => meter.record(runId))
  const result = await release(about, written, context)
  context.signal.throwIfAborted()
  const stored = await commit(collections.runs, runId, (current) =>
    current ? undefined : { body: { ...result, createdAt: timestampOf(clock) } },
  )
  yield* partsOf(sameRun(stored!.body, action, conversationId))
}

type Result = z.output<typeof copilotResult>

async function release(
  about: Pick<Result, 'action' | 'conversationId' | 'messageId'>,
  { outcome, text, ...written }: Written,
  { ask }: CopilotContext,
): Promise<Result> {
  const whole: Result = { ...about, outcome: outcome ?? 'done', result: text, ...written }
  const released = await releaseTexts(copilotResult, whole, (texts) => ask(policyEngine.queries.textsRelease, texts))
  if (outcome) return { ...released, result: text }
  return released.result === '' && text !== '' ? { ...released, outcome: 'blocked', result: refusal } : released
}

/** The result sentence by sentence, then whole. */
function* partsOf(result: Result): Generator<Part> {
  const text = result.result
  const starts = splitIntoSentences(text).map(({ start }) => start)
  for (const [i] of starts.entries()) {
    yield { type: 'delta', text: text.slice(i === 0 ? 0 : starts[i], starts[i + 1]) }
  }
  yield { type: 'done', ...result }
}

function sameRun(run: RunDocument, action: ActionName, conversationId: string): Result {
  const result = resultOf(run)
  if (result.action === action && result.conversationId === conversationId) return result
  throw new ServiceError('conflict', { detail: 'This operation id was already used for another action.' })
}
