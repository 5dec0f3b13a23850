import { errorCodes, type Message, type TurnResult, toWireError } from '@frontdesk/contracts'
import { failedTurn, turnResultOf } from '@frontdesk/suites'
import type { ChatContext } from '../context.ts'
import { readHistory } from '../conversations/list-messages.ts'
import { simulate } from '../simulation/simulate.ts'
import { countCustomerMessages } from '../turns/run-turns.ts'
import type { RehearsalPlan } from './rehearsal-document.ts'

/** Attempts at a question with a temporary failure, with growing pauses. */
const maxAttempts = 3
/** A question fails after this many processes crashed at it. */
const maxClaims = 5
const questionLimitMs = 120_000

/** What is tried of a plan. */
export type Tried = Pick<RehearsalPlan, 'policies' | 'settings'> & { trialId?: string }

/**
 * The question under what is live and under what is tried, in the conversation as it was then. Throws temporary failures as
 * long as a retry is allowed, and `not_found` when the conversation or the trial is gone.
 */
export async function rehearseQuestion(
  question: Message,
  tried: Tried,
  { tries }: { tries: number },
  context: ChatContext,
): Promise<{ before: TurnResult; after: TurnResult }> {
  const failed = failedTurn('internal', errorCodes.internal.title)
  if (tries > maxClaims) return { before: failed, after: failed }
  const { conversationId, id, sequence, content, createdAt } = question
  const history = await readHistory(conversationId, context, { before: sequence })
  const input = { message: content, ...(history.length > 0 && { history }) }
  const known = {
    askedAt: Date.parse(createdAt),
    countMessages: (rules: Parameters<typeof countCustomerMessages>[2]) =>
      countCustomerMessages(conversationId, id, rules, context),
  }
  const run = async (side: Tried): Promise<TurnResult> => {
    try {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(questionLimitMs)])
      const { policies, ...rest } = side
      return turnResultOf(
        await simulate({ ...input, ...(policies && { policies }) }, { ...context, signal }, { ...known, ...rest }),
      )
    } catch (error) {
      const { code, message, retryable } = toWireError(error)
      const isGone = code === 'not_found'
      if (context.signal.aborted || isGone || (retryable && tries < maxAttempts)) throw error
      context.log.warn({ messageId: id, code, err: error }, 'a question of a rehearsal failed')
      return failedTurn(code, message)
    }
  }
  const [before, after] = await Promise.all([run({}), run(tried)])
  return { before, after }
}
