import { messageScreen, textsRelease } from '@frontdesk/contracts'
import type { ChatContext } from './context.ts'
import type { UsageMeter } from './count-usage.ts'
import { readHistory } from './list-messages.ts'

/** A hand-over never waits longer for its summary; the customer's last words stand in for it. */
const summaryLimitMs = 3_000

/**
 * What the person who takes over reads first, as the policies let it out. Never throws: a hand-over without a summary is
 * better than none, and what the policies can't judge stays here.
 */
export async function summarizeForHandover(
  conversationId: string,
  context: ChatContext,
  meter?: UsageMeter,
): Promise<string> {
  try {
    return await summarize(conversationId, context, meter)
  } catch (error) {
    context.log.error({ conversationId, err: error }, 'a conversation is handed over without a summary')
    return ''
  }
}

async function summarize(conversationId: string, context: ChatContext, meter?: UsageMeter): Promise<string> {
  const said = await readHistory(conversationId, context, { withUnanswered: true })
  // The model sees of the conversation what it would see of a question.
  const { history } = await context.ask(messageScreen, { text: '', history: said.map(({ content }) => content) })
  const turns = said.map(({ role }, i) => ({ role, content: history[i]! }))
  const lastWords = turns.findLast(({ role }) => role === 'customer')?.content.slice(0, 500) ?? ''
  const limit = AbortSignal.any([context.signal, AbortSignal.timeout(summaryLimitMs)])
  const summary = await context.models
    .summarize({ turns }, { signal: limit, ...(meter && { onUsage: meter.add }) })
    .catch((error) => {
      context.log.warn({ conversationId, err: error }, 'no summary could be written; the last message stands in for it')
      return lastWords
    })
  const { texts } = await context.ask(textsRelease, { texts: [summary] })
  return texts[0]!.blocked ? '' : texts[0]!.text
}
