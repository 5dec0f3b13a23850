import type { BodyOf, copilotCopiesErase, Removed } from '@frontdesk/contracts'
import type { CopilotContext } from './context.ts'

const page = 500

/** Removes what was written about the conversations of a contact; what a run quotes of a source goes with its run. */
export async function eraseCopies(
  { subject }: BodyOf<typeof copilotCopiesErase>,
  { tenant, collections }: CopilotContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  let count = 0
  for (const conversationId of subject.kind === 'contact' ? subject.conversationIds : []) {
    while (true) {
      const { items } = await collections.runs.find(tenant, { where: { conversationId }, limit: page })
      for (const { id } of items) await collections.runs.remove(tenant, id)
      count += items.length
      if (items.length < page) break
    }
  }
  return { removed: [{ what: 'copilot runs', count }], cursor: null }
}
