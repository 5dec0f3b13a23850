import { textsRelease } from '@frontdesk/contracts'
import type { ChatContext } from './context.ts'
import { historyBefore } from './list-messages.ts'

/** A hand-over never waits longer for its summary; the customer's last words stand in for it. */
const summaryLimitMs = 3_000

/** What the person who takes over reads first, as the policies let it out. */
export async function summarizeForHandover(conversationId: string, context: ChatContext): Promise<string> {
  const turns = await historyBefore(conversationId, undefined, context)
  const lastWords = turns.findLast(({ role }) => role === 'customer')?.content.slice(0, 500) ?? ''
  const limit = AbortSignal.any([context.signal, AbortSignal.timeout(summaryLimitMs)])
  const summary = await context.models.summarize({ turns }, { signal: limit }).catch((error) => {
    context.log.warn({ conversationId, err: error }, 'no summary could be written; the last message stands in for it')
    return lastWords
  })
  const { texts } = await context.ask(textsRelease, { texts: [summary] })
  return texts[0]!.blocked ? '' : texts[0]!.text
}
