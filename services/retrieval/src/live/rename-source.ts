import type { RetrievalContext } from '../context.ts'

/** The source has another title from now on; what is live stays live. */
export async function renameSource(sourceId: string, title: string, context: RetrievalContext): Promise<void> {
  await context.commit(context.collections.live, sourceId, (stored) =>
    stored && !stored.body.deleted && stored.body.title !== title ? { body: { ...stored.body, title } } : undefined,
  )
}
