import type { BodyOf, copilot, Removed } from '@frontdesk/contracts'
import { removeWhere } from '@frontdesk/documents'
import type { CopilotContext } from '../context.ts'

/** Runs looked through in one call. */
const page = 500

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
  for (const conversationId of conversationIds) count += await removeWhere(collections.runs, tenant, { conversationId })
  return { removed: [{ what: 'copilot runs', count }], cursor: null }
}

async function eraseRunsQuoting(sourceId: string, from: string | undefined, { tenant, collections }: CopilotContext) {
  const { items, nextCursor: cursor } = await collections.runs.find(tenant, { limit: page, cursor: from })
  const quoting = items.filter(({ body }) => body.sources?.some((source) => source.sourceId === sourceId))
  for (const { id } of quoting) await collections.runs.remove(tenant, id)
  return { removed: [{ what: 'copilot runs', count: quoting.length }], cursor }
}
