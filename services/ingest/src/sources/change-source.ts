import { type BodyOf, ingest, retrieval, ServiceError, type Source } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import { operationKey, recrawlSchedule } from '../versions/add-version.ts'
import { operationsKept, type SourceDocument, toSource, unknownSource } from './source-document.ts'

/** Changes the title and tags of a source; its content stays. Throws `not_found`. */
export async function describeSource(
  { sourceId, title, tags, metadata, recrawlEveryHours }: BodyOf<typeof ingest.queries.sourceUpdate>,
  context: IngestContext,
): Promise<Source> {
  const { collections, commit, clock, event } = context
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const { recrawlEveryHours: hours, recrawlAt, ...rest } = current.body
    if (recrawlEveryHours && rest.type !== 'url')
      throw new ServiceError('conflict', { detail: 'Only a source of web pages can be crawled again.' })
    const isSame = recrawlEveryHours === undefined || recrawlEveryHours === hours
    const body: SourceDocument = {
      ...(isSame ? current.body : { ...rest, ...recrawlSchedule(recrawlEveryHours ?? undefined, clock.now()) }),
      ...(title !== undefined && { title, isTitled: true }),
      ...(tags && { tags: [...new Set(tags)] }),
      ...(metadata && { metadata }),
      updated: timestampOf(clock),
    }
    return {
      body,
      events: [
        ...(title === undefined ? [] : [event(ingest.events.sourceDescribed, { sourceId, title })]),
        event(ingest.events.knowledgeUpdated, { source: toSource(sourceId, body), change: 'updated' }),
      ],
    }
  })
  return toSource(sourceId, stored!.body)
}

const maxTags = 50

/** Changes the tags of a source. Throws `not_found`, `conflict` for more than 50. */
export async function changeTags(
  sourceId: string,
  change: (tags: string[]) => string[],
  { collections, commit, clock, event }: IngestContext,
): Promise<void> {
  await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const tags = [...new Set(change(current.body.tags))]
    if (tags.length > maxTags) throw new ServiceError('conflict', { detail: `A source has at most ${maxTags} tags.` })
    if (tags.join('\n') === current.body.tags.join('\n')) return undefined
    const body: SourceDocument = { ...current.body, tags, updated: timestampOf(clock) }
    const told = { source: toSource(sourceId, body), change: 'updated' as const }
    return { body, events: [event(ingest.events.knowledgeUpdated, told)] }
  })
}

/**
 * Deletes a source: when this resolves nobody finds it any more, and every copy of it goes. Throws `not_found`. Should
 * retrieval be away, the source is deleted all the same and stops answering when retrieval hears of it; the caller
 * learns that this is not yet so. The same operation again finds it deleted and has it forgotten once more.
 */
export async function deleteSource(sourceId: string, context: IngestContext, operationId?: string): Promise<void> {
  const { collections, commit, clock, event, ask } = context
  const lifeOf = ({ life }: SourceDocument) => life !== undefined && { life }
  const key = operationId === undefined ? [] : [operationKey(operationId)]
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current) throw unknownSource()
    const { operations } = current.body
    if (current.body.deleted) {
      if (!key.some((each) => operations.includes(each))) throw unknownSource()
      return undefined
    }
    const body: SourceDocument = {
      ...current.body,
      deleted: true,
      updated: timestampOf(clock),
      operations: [...operations, ...key].slice(-operationsKept),
    }
    return {
      body,
      events: [
        event(ingest.events.sourceDeleted, { sourceId, ...lifeOf(current.body) }),
        event(ingest.events.knowledgeUpdated, { source: toSource(sourceId, current.body), change: 'deleted' }),
      ],
    }
  })
  await ask(retrieval.queries.sourceForget, { sourceId, ...lifeOf(stored!.body) })
}
