import {
  type BodyOf,
  knowledgeUpdated,
  ServiceError,
  type Source,
  sourceDeleted,
  sourceDescribed,
  sourceForget,
  type sourceUpdate,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import { recrawlSchedule } from './add-version.ts'
import type { IngestContext } from './context.ts'
import { type SourceDocument, toSource, unknownSource } from './source-document.ts'

/** Changes what a source is called and filed under; its content stays. Throws `not_found`. */
export async function describeSource(
  { sourceId, title, tags, metadata, recrawlEveryHours }: BodyOf<typeof sourceUpdate>,
  context: IngestContext,
): Promise<Source> {
  const { collections, commit, clock, event } = context
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const { recrawlEveryHours: hours, recrawlAt, ...rest } = current.body
    if (recrawlEveryHours && rest.type !== 'url')
      throw new ServiceError('conflict', { detail: 'Only a source of web pages can be looked at again.' })
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
        ...(title === undefined ? [] : [event(sourceDescribed, { sourceId, title })]),
        event(knowledgeUpdated, { source: toSource(sourceId, body), change: 'updated' }),
      ],
    }
  })
  return toSource(sourceId, stored!.body)
}

/**
 * Deletes a source: when this resolves nobody finds it any more, and every copy of it goes. Throws `not_found`. Should
 * retrieval be away, the source is deleted all the same and stops answering when retrieval hears of it; the caller
 * learns that this is not yet so.
 */
export async function deleteSource(sourceId: string, context: IngestContext): Promise<void> {
  const { collections, commit, clock, event, ask } = context
  const lifeOf = ({ life }: SourceDocument) => life !== undefined && { life }
  const stored = await commit(collections.sources, sourceId, (current) => {
    if (!current || current.body.deleted) throw unknownSource()
    const body: SourceDocument = { ...current.body, deleted: true, updated: timestampOf(clock) }
    return {
      body,
      events: [
        event(sourceDeleted, { sourceId, ...lifeOf(current.body) }),
        event(knowledgeUpdated, { source: toSource(sourceId, current.body), change: 'deleted' }),
      ],
    }
  })
  await ask(sourceForget, { sourceId, ...lifeOf(stored!.body) })
}
