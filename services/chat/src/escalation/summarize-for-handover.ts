import { policyEngine } from '@frontdesk/contracts'
import type { Turn, UsageMeter } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { readHistory } from '../conversations/list-messages.ts'

/** A hand-over by the AI never waits longer for its summary; the customer's last message is used instead. */
const summaryLimitMs = 3_000

/**
 * What the person who takes over reads first, as the policies let it out. Never throws: a hand-over without a summary is
 * better than none, and what the policies can't judge stays here.
 */
export async function summarizeForHandover(
  conversationId: string,
  context: ChatContext,
  { meter, limitMs = summaryLimitMs }: { meter?: UsageMeter; limitMs?: number } = {},
): Promise<string> {
  try {
    return await summarize(conversationId, context, limitMs, meter)
  } catch (error) {
    context.log.error({ conversationId, err: error }, 'a conversation is handed over without a summary')
    return ''
  }
}

/** Others wait behind it: what the policies have not judged by then stays here. */
const lastWordsLimitMs = 2_000

/** The customer's last words, as the policies let them out: a summary that waits for no model. Never throws. */
export async function lastWordsForHandover(conversationId: string, context: ChatContext): Promise<string> {
  const soon = { timeoutMs: lastWordsLimitMs }
  try {
    return await release(lastWordsOf(await screenedTurns(conversationId, context, soon)), context, soon)
  } catch (error) {
    context.log.error({ conversationId, err: error }, 'a conversation is escalated without a summary')
    return ''
  }
}

/** What was said, as the model may see it: like the history of a question. */
async function screenedTurns(
  conversationId: string,
  context: ChatContext,
  options: { timeoutMs?: number } = {},
): Promise<Turn[]> {
  const said = await readHistory(conversationId, context, { withUnanswered: true })
  const asked = { text: '', history: said.map(({ content }) => content) }
  const { history } = await context.ask(policyEngine.queries.messageScreen, asked, options)
  return said.map(({ role }, i) => ({ role, content: history[i]! }))
}

const lastWordsOf = (turns: Turn[]): string =>
  turns.findLast(({ role }) => role === 'customer')?.content.slice(0, 500) ?? ''

async function release(text: string, context: ChatContext, options: { timeoutMs?: number } = {}): Promise<string> {
  const { texts } = await context.ask(policyEngine.queries.textsRelease, { texts: [text] }, options)
  return texts[0]!.blocked ? '' : texts[0]!.text
}

async function summarize(
  conversationId: string,
  context: ChatContext,
  limitMs: number,
  meter?: UsageMeter,
): Promise<string> {
  const turns = await screenedTurns(conversationId, context)
  const limit = AbortSignal.any([context.signal, AbortSignal.timeout(limitMs)])
  const summary = await context.models
    .summarize({ turns }, { signal: limit, ...(meter && { onUsage: meter.add }) })
    .catch((error) => {
      context.log.warn({ conversationId, err: error }, 'no summary could be written; the last message is used instead')
      return lastWordsOf(turns)
    })
  return release(summary, context)
}
