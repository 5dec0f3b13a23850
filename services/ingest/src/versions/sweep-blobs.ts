import { owners } from '@frontdesk/contracts'
import { pagesOf } from '@frontdesk/documents'
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

/** Blobs that the services are asked about at once. */
const page = 1_000

/**
 * Removes uploads and contents of the tenant that no document of any service names and that are older than two days: left by
 * a process that died between storing and committing. Answers how many. Throws `unavailable` while a service can't be asked.
 */
export async function sweepBlobs(context: IngestContext): Promise<number> {
  const { tenant, collections, blobs, clock, signal, log } = context
  const before = clock.now() - untouchedForMs
  const old: string[] = []
  for await (const { id, modifiedAt } of blobs.list(tenant)) {
    if (modifiedAt < before && (id.startsWith('upload_') || id.startsWith('cnt_'))) old.push(id)
  }
  if (old.length === 0) return 0

  // Read after the list: what is named by now was there, or came, before.
  const named = new Set<string>()
  for await (const sources of pagesOf(collections.sources, tenant, { limit: 1_000 }))
    for (const { body } of sources) for (const name of namesIn(body)) named.add(name)

  const isNamed = (id: string) => named.has(id) || named.has(contentOf(id))
  const strays = old.filter((id) => !isNamed(id))
  let removed = 0
  for (let at = 0; at < strays.length; at += page) {
    const asked = strays.slice(at, at + page)
    for (const id of await namedElsewhere(asked, context)) named.add(id)
    for (const id of asked) {
      if (isNamed(id)) continue
      signal.throwIfAborted()
      await blobs.remove(tenant, id)
      removed++
    }
  }
  if (removed > 0) log.info({ tenant, blobs: removed }, 'blobs that nothing refers to were removed')
  return removed
}

/** Imports, rehearsals, suggestions and whatever else a service keeps may name an upload that is of no source yet. */
async function namedElsewhere(blobIds: string[], { ask }: IngestContext): Promise<string[]> {
  const ids = [...new Set(blobIds.flatMap((id) => [id, contentOf(id)]))]
  const replies = await Promise.all(Object.values(owners).map(({ standard }) => ask(standard.blobsName, { ids })))
  return replies.flatMap((reply) => reply.ids)
}
