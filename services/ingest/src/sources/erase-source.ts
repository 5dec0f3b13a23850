import { copiesErasures, type NewContent, type Removed } from '@frontdesk/contracts'
import { pagesOf } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { removeContradictions } from '../contradictions/contradiction-store.ts'
import type { JobItem } from '../jobs/job-document.ts'
import { removeBlobs } from '../versions/contents.ts'
import type { SourceDocument } from './source-document.ts'

/** The tombstone of a deleted source: ids, numbers and times. Its titles, file names and texts are removed. */
const withoutWords = (document: SourceDocument): SourceDocument => ({
  ...document,
  source: '',
  title: '',
  tags: [],
  metadata: {},
  versions: document.versions.map(({ note: _, ...record }) => ({
    ...record,
    origin: record.origin.kind === 'url' ? { ...record.origin, url: '' } : withoutName(record.origin),
    contents: [],
    retired: [],
  })),
})

const withoutName = <O extends NewContent>(origin: O): O =>
  origin.kind === 'file' ? { ...origin, filename: '' } : origin

/**
 * Removes every copy of a deleted source, also where others keep some: blobs, quotes, ledgers, stored replies. What was
 * removed stands in the tombstone. Chunks and vectors are retrieval's, which hears of the delete by itself. Doing it again
 * adds what is found then.
 */
export async function eraseSource(sourceId: string, context: IngestContext): Promise<void> {
  const { tenant, collections, commit, clock, ask } = context
  const counts = new Map<string, number>()
  const count = (removed: Removed) => {
    for (const { what, count: more } of removed) counts.set(what, (counts.get(what) ?? 0) + more)
  }
  const before = (await collections.sources.get(tenant, sourceId))?.body
  if (!before?.deleted) return
  count(before.erasure?.removed ?? [{ what: 'versions', count: before.versions.length }])
  count([{ what: 'blobs', count: await removeBlobs(sourceId, context) }])
  count([{ what: 'names in jobs', count: await eraseNames(sourceId, context) }])
  count([{ what: 'contradictions', count: await removeContradictions(sourceId, context) }])
  for (const erasure of copiesErasures) {
    let cursor: string | null = null
    do {
      const step: { removed: Removed; cursor: string | null } = await ask(erasure, {
        subject: { kind: 'source', sourceId },
        cursor: cursor ?? undefined,
      })
      count(step.removed)
      cursor = step.cursor
    } while (cursor !== null)
  }
  await commit(collections.sources, sourceId, (current) => {
    if (!current?.body.deleted) return undefined
    const removed = [...counts].map(([what, total]) => ({ what, count: total })).filter((each) => each.count > 0)
    return { body: { ...withoutWords(current.body), erasure: { removed, finishedAt: timestampOf(clock) } } }
  })
}

/** Removes the names and addresses of a source from the jobs that added it. */
async function eraseNames(sourceId: string, { tenant, collections, commit }: IngestContext): Promise<number> {
  const isNamed = (item: JobItem) => item.sourceId === sourceId && item.source !== ''
  let count = 0
  for await (const jobs of pagesOf(collections.jobs, tenant, {})) {
    for (const { id } of jobs.filter(({ body }) => body.items.some(isNamed))) {
      count++
      await commit(collections.jobs, id, (current) => {
        if (!current) return undefined
        const items = current.body.items.map((item) => (isNamed(item) ? { ...item, source: '' } : item))
        return { body: { ...current.body, items } }
      })
    }
  }
  const { items } = await collections.jobItems.find(tenant, { where: { sourceId }, limit: 1_000 })
  const named = items.filter(({ body }) => isNamed(body))
  await collections.jobItems.putMany(
    tenant,
    named.map(({ id, body }) => ({ id, body: { ...body, source: '' } })),
  )
  return count + named.length
}
