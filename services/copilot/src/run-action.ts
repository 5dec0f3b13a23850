import {
  type actionRun,
  type BodyOf,
  conversationRead,
  derivedId,
  type ReplyOf,
  refusal,
  ServiceError,
  textsRelease,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { CopilotContext, RunDocument } from './context.ts'
import { readTurns } from './read-turns.ts'

type Action = BodyOf<typeof actionRun>['action']

const available: Action[] = ['summarize']
/** These write text that stands nowhere yet, which only a language model can. */
const writeFreely: Action[] = ['translate_en', 'translate_sv', 'draft_note']

/**
 * Runs an action on a conversation, once for an operation: the same one again answers what it answered. What is written
 * leaves as the tenant's Post-generation policies let it; when they block it, the result is the refusal. Throws
 * `model_required`, `invalid_request` for what this version does not offer, `not_found` and `conflict`.
 */
export async function runAction(
  { operationId, action, conversationId }: BodyOf<typeof actionRun>,
  context: CopilotContext,
): Promise<ReplyOf<typeof actionRun>> {
  const { tenant, collections, commit, clock } = context
  const runId = derivedId('cpr', tenant, operationId)
  const before = await collections.runs.get(tenant, runId)
  if (before) return sameRun(before.body, action, conversationId)

  refuseUnavailable(action, context)
  const result = await summarize(conversationId, context)
  const stored = await commit(collections.runs, runId, (current) =>
    current ? undefined : { body: { action, ...result, createdAt: timestampOf(clock) } },
  )
  return sameRun(stored!.body, action, conversationId)
}

async function summarize(conversationId: string, context: CopilotContext) {
  const { ask, models, signal } = context
  const { language } = await ask(conversationRead, { conversationId })
  const { turns, newestId } = await readTurns(conversationId, context)
  const summary = await models.summarize({ turns, ...(language && { language }) }, { signal })
  const { texts } = await ask(textsRelease, { texts: [summary] })
  const [released] = texts
  return {
    conversationId,
    messageId: newestId,
    result: released!.blocked ? refusal : released!.text,
    model: models.chat ?? 'local',
  }
}

function refuseUnavailable(action: Action, { models }: CopilotContext) {
  if (available.includes(action)) return
  const offer = `This version offers ${available.join(', ')}.`
  if (writeFreely.includes(action) && !models.writesFreely) {
    throw new ServiceError('model_required', {
      detail: `${action} needs a language model: set OPENAI_BASE_URL, OPENAI_API_KEY and CHAT_MODEL. ${offer}`,
    })
  }
  const detail = `${action} is not available. ${offer}`
  throw new ServiceError('invalid_request', { detail, errors: [{ path: 'action', message: detail }] })
}

function sameRun({ createdAt: _, ...result }: RunDocument, action: Action, conversationId: string) {
  if (result.action === action && result.conversationId === conversationId) return result
  throw new ServiceError('conflict', { detail: 'This operation ran another action before.' })
}
