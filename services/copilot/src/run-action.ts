import {
  type actionRun,
  type BodyOf,
  derivedId,
  type PartOf,
  refusal,
  ServiceError,
  textsRelease,
} from '@frontdesk/contracts'
import { splitIntoSentences } from '@frontdesk/language'
import { timestampOf } from '@frontdesk/service'
import type { Action, ActionName, Written } from './actions/action.ts'
import { analyzeSentiment } from './actions/analyze-sentiment.ts'
import { draftNote } from './actions/draft-note.ts'
import { suggestReply } from './actions/suggest-reply.ts'
import { summarize } from './actions/summarize.ts'
import { translateTo } from './actions/translate.ts'
import type { CopilotContext, RunDocument } from './context.ts'
import { meterModels } from './count-usage.ts'
import { readConversation } from './read-conversation.ts'

const actions: Record<ActionName, Action> = {
  summarize,
  translate_en: translateTo('en'),
  translate_sv: translateTo('sv'),
  suggest_reply: suggestReply,
  analyze_sentiment: analyzeSentiment,
  draft_note: draftNote,
}

type Part = PartOf<typeof actionRun>

/**
 * Runs an action on a conversation, once for an operation: the same one again answers what it answered. What is written is
 * checked whole, and leaves as the tenant's Post-generation policies let it; when they block it, the result is the refusal.
 * Throws `not_found`, `model_required`, `invalid_request`, `conflict` before the first part.
 */
export async function* runAction(
  { operationId, action, conversationId }: BodyOf<typeof actionRun>,
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
  const result = { ...about, ...(await release(written, context)) }
  context.signal.throwIfAborted()
  const stored = await commit(collections.runs, runId, (current) =>
    current ? undefined : { body: { ...result, createdAt: timestampOf(clock) } },
  )
  yield* partsOf(sameRun(stored!.body, action, conversationId))
}

type Result = Omit<RunDocument, 'createdAt'>

async function release({ isReleased, text, ...written }: Written, { ask }: CopilotContext) {
  if (isReleased) return { result: text, ...written }
  const { texts } = await ask(textsRelease, { texts: [text] })
  const [released] = texts
  return { result: released!.blocked ? refusal : released!.text, ...written }
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

function sameRun({ createdAt: _, ...result }: RunDocument, action: ActionName, conversationId: string): Result {
  if (result.action === action && result.conversationId === conversationId) return result
  throw new ServiceError('conflict', { detail: 'This operation ran another action before.' })
}
