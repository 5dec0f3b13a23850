import type { suggestionAccept, suggestionDismiss } from '@frontdesk/contracts'
import { type BodyOf, derivedId, ServiceError, type Suggestion } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument } from './gap-documents.ts'
import { questionsOf, readSuggestion, toSuggestion, unknownSuggestion } from './read-suggestions.ts'

/** Questions that are asked again. */
const mostAsked = 20

type Acceptance = BodyOf<typeof suggestionAccept>

const notOpen = (status: string) => new ServiceError('conflict', { detail: `The suggestion is ${status}.` })

/** The text of the source in the blob store; undefined when there is no answer to make one of. */
async function storeDraft(
  { operationId, title, text }: Acceptance,
  { draft }: Suggestion,
  { tenant, blobs }: AnalyticsContext,
): Promise<CheckDocument['draft']> {
  const content = text ?? (draft.isAnswered ? draft.text : undefined)
  if (content === undefined) return undefined
  const blobId = `upload_${derivedId('op', tenant, operationId, 'draft')}`
  const { bytes, sha256 } = await blobs.put(tenant, blobId, Buffer.from(content, 'utf8'))
  return { title: title ?? draft.title, blobId, bytes, sha256 }
}

/** Begins to make a source of a draft and to ask its questions again; the same operation begins it once. */
export async function acceptSuggestion(acceptance: Acceptance, context: AnalyticsContext): Promise<Suggestion> {
  const { collections, commit, clock, tenant } = context
  const { operationId, suggestionId } = acceptance
  const before = await collections.gaps.get(tenant, suggestionId)
  if (!before) throw unknownSuggestion()
  const isBegun = (gap: GapDocument) => gap.check?.operationId === operationId
  if (isBegun(before.body)) return toSuggestion(before, context)
  if (before.body.status !== 'open') throw notOpen(before.body.status)
  const draft = await storeDraft(acceptance, await toSuggestion(before, context), context)
  const toAsk = (await questionsOf(suggestionId, mostAsked, context)).map(({ id }) => id)
  const check: CheckDocument = {
    operationId,
    startedAt: timestampOf(clock),
    ...(draft && { draft }),
    sourceId: null,
    isLive: !draft,
    toAsk,
    passed: [],
    notPassed: [],
  }
  const stored = await commit(collections.gaps, suggestionId, (current) => {
    if (!current) throw unknownSuggestion()
    if (isBegun(current.body)) return undefined
    if (current.body.status !== 'open') throw notOpen(current.body.status)
    return { body: { ...current.body, status: 'checking' as const, check, dueAt: clock.now() } }
  })
  await tell('accept', acceptance, context)
  return toSuggestion(stored!, context)
}

/** Throws `conflict` while an acceptance is at work. Dismissed twice is once. */
export async function dismissSuggestion(
  dismissal: BodyOf<typeof suggestionDismiss>,
  context: AnalyticsContext,
): Promise<Suggestion> {
  const { collections, commit } = context
  const { suggestionId } = dismissal
  await commit(collections.gaps, suggestionId, (current) => {
    if (!current) throw unknownSuggestion()
    if (current.body.status === 'checking') throw notOpen(current.body.status)
    return current.body.status === 'dismissed' ? undefined : { body: { ...current.body, status: 'dismissed' as const } }
  })
  await tell('dismiss', dismissal, context)
  return readSuggestion(suggestionId, context)
}

async function tell(
  action: string,
  {
    operationId,
    suggestionId,
    actor: { name: _, ...actor },
  }: Pick<Acceptance, 'operationId' | 'suggestionId' | 'actor'>,
  { tenant, collections, clock }: AnalyticsContext,
): Promise<void> {
  const entry = { at: timestampOf(clock), kind: 'suggestion' as const, actor, action, suggestionId }
  await collections.log.insert(tenant, derivedId('act', tenant, operationId), entry)
}
