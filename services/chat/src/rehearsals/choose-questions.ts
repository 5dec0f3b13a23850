import { questionIdFor } from '@frontdesk/contracts'
import { descending } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { RehearsalPlan } from './rehearsal-document.ts'

const page = 200
/** A tenant whose newest records are all of erased conversations is not searched to its beginning. */
const maxRecords = 5_000

/** The newest questions that customers asked the AI and that still stand, at most `count`. */
export async function chooseQuestions(
  count: number,
  { tenant, collections, signal }: ChatContext,
): Promise<RehearsalPlan['questions']> {
  const chosen: RehearsalPlan['questions'] = []
  let cursor: string | null = null
  for (let seen = 0; seen < maxRecords && chosen.length < count; seen += page) {
    signal.throwIfAborted()
    const read: Awaited<ReturnType<typeof collections.questions.find>> = await collections.questions.find(tenant, {
      sort: descending('at'),
      limit: page,
      cursor,
    })
    const asked = read.items.map(({ id, body }) => ({
      conversationId: body.conversationId,
      messageId: questionIdFor(id),
    }))
    // The record of a question stays when its words are erased.
    const messages = await collections.messages.getMany(
      tenant,
      asked.map(({ messageId }) => messageId),
    )
    const standing = new Set(messages.filter(({ body }) => body.content.trim() !== '').map(({ id }) => id))
    chosen.push(...asked.filter(({ messageId }) => standing.has(messageId)))
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return chosen.slice(0, count)
}
