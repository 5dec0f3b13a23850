import type { IngestContext } from '../context.ts'
import type { SourceDocument } from '../sources/source-document.ts'

/**
 * Unreferenced blobs younger than this stay: a source refers to its upload within a request, a version to its content
 * within minutes.
 */
const untouchedForMs = 48 * 60 * 60 * 1_000

/** A blob that is named for a content begins with that content's id. */
const contentOf = (blobId: string): string => blobId.split('_', 2).join('_')

/** The ids of the uploads and contents that a source refers to. */
function* namesIn({ deleted, versions }: SourceDocument): Generator<string> {
  if (deleted) return
  for (const { origin, contents, retired = [] } of versions) {
    if (origin.kind !== 'url') yield origin.blobId
    for (const { contentId } of [...contents, ...retired.flat()]) yield contentId
  }
}

/**
 * Removes uploads and contents of the tenant that no source names and that are older than two days: left by a process
 * that died between storing and committing. Answers how many.
 */
export async function sweepBlobs({ tenant, collections, blobs, clock, signal, log }: IngestContext): Promise<number> {
  const before = clock.now() - untouchedForMs
  const old: string[] = []
  for await (const { id, modifiedAt } of blobs.list(tenant)) {
    if (modifiedAt < before && (id.startsWith('upload_') || id.startsWith('cnt_'))) old.push(id)
  }
  if (old.length === 0) return 0

  // Read after the list: what is named by now was there, or came, before.
  const named = new Set<string>()
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof collections.sources.find>> = await collections.sources.find(tenant, {
      limit: 1_000,
      ...(cursor !== null && { cursor }),
    })
    for (const { body } of page.items) for (const name of namesIn(body)) named.add(name)
    cursor = page.nextCursor
  } while (cursor !== null)

  const unnamed = old.filter((id) => !named.has(id) && !named.has(contentOf(id)))
  for (const id of unnamed) {
    if (signal.aborted) break
    await blobs.remove(tenant, id)
  }
  if (unnamed.length > 0) log.info({ tenant, blobs: unnamed.length }, 'blobs that no source refers to were removed')
  return unnamed.length
}
