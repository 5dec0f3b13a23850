import type { BodyOf, copilot, Removed } from '@frontdesk/contracts'
import type { CopilotContext } from '../context.ts'

const page = 500

/** Runs looked through in one call. */
const runsACall = 2_000

/** Removes runs on the conversations of a contact, or those that quote a source. */
export const eraseCopies = (
  { subject, cursor }: BodyOf<typeof copilot.queries.copiesErase>,
  context: CopilotContext,
): Promise<{ removed: Removed; cursor: string | null }> =>
  subject.kind !== 'source'
    ? eraseRunsOn(subject.conversationIds, context)
    : eraseRunsQuoting(subject.sourceId, cursor, context)

async function eraseRunsOn(conversationIds: string[], { tenant, collections }: CopilotContext) {
  let count = 0
  for (const conversationId of conversationIds) {
    while (true) {
      const { items } = await collections.runs.find(tenant, { where: { conversationId }, limit: page })
      for (const { id } of items) await collections.runs.remove(tenant, id)
      count += items.length
      if (items.length < page) break
    }
  }
  return { removed: [{ what: 'copilot runs', count }], cursor: null }
}

async function eraseRunsQuoting(sourceId: string, from: string | undefined, { tenant, collections }: CopilotContext) {
  let cursor: string | null = from ?? null
  let count = 0
  for (let seen = 0; seen < runsACall; seen += page) {
    const read: Awaited<ReturnType<typeof collections.runs.find>> = await collections.runs.find(tenant, {
      limit: page,
      ...(cursor !== null && { cursor }),
    })
    const quoting = read.items.filter(({ body }) => body.sources?.some((source) => source.sourceId === sourceId))
    for (const { id } of quoting) await collections.runs.remove(tenant, id)
    count += quoting.length
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return { removed: [{ what: 'copilot runs', count }], cursor }
}
