import {
  type analytics,
  type BodyOf,
  derivedId,
  ingest,
  invalidField,
  policyEngine,
  ServiceError,
  type Suggestion,
} from '@frontdesk/contracts'
import { getExisting } from '@frontdesk/documents'
import { releaseTexts } from '@frontdesk/outbound-texts'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument } from './gap-document.ts'
import { questionsOf, readSuggestion, toSuggestion, unknownSuggestion } from './read-suggestions.ts'

/** Questions that are asked again. */
const maxAsked = 20

type Acceptance = BodyOf<typeof analytics.queries.suggestionAccept>

/** `conflict`, with what the suggestion is. */
export const notOpen = (status: string) => new ServiceError('conflict', { detail: `The suggestion is ${status}.` })

/** What becomes public of a suggestion. */
const published = z.object({ title: z.string(), text: z.string() })

const blockedText = (path: 'title' | 'text') => {
  const message = 'A policy blocks it, so no source is created from it.'
  return invalidField(path, message)
}

/**
 * The text of the source in the blob store, as the policies let it out, whoever wrote it: what is published is told to
 * customers. Undefined when there is no answer to make one of. Throws `invalid_request` for what a policy blocks.
 */
async function storeDraft(
  { operationId, title, text }: Acceptance,
  { draft }: Suggestion,
  replaces: string | undefined,
  { tenant, blobs, ask }: AnalyticsContext,
): Promise<CheckDocument['draft']> {
  const content = text ?? (draft.isAnswered ? draft.text : undefined)
  if (content === undefined) return undefined
  const wanted = { title: title ?? draft.title, text: content }
  const released = await releaseTexts(published, wanted, (texts) =>
    ask(policyEngine.queries.textsRelease, { ...texts, length: 'kept' }),
  )
  if (released.text === '') throw blockedText('text')
  if (released.title === '') throw blockedText('title')
  const blobId = `upload_${derivedId('op', tenant, operationId, 'draft')}`
  const { bytes, sha256 } = await blobs.put(tenant, blobId, Buffer.from(released.text, 'utf8'))
  return { title: released.title, blobId, bytes, sha256, ...(replaces !== undefined && { replaces }) }
}

/** Throws `conflict` when an answer was proposed that is not the one that is accepted. */
function requireProposal({ proposedAt, text }: Acceptance, { proposal }: GapDocument): void {
  if (proposedAt === undefined ? !proposal || text !== undefined : proposal?.at === proposedAt) return
  throw new ServiceError('conflict', {
    detail: 'Another answer has been proposed since. Read it, then send its `proposedAt`.',
  })
}

/**
 * The source that the accepted proposal changes. Throws `conflict` when it is not as it was when somebody proposed that, and
 * `forbidden` for who may not change sources.
 */
async function replacedBy(
  { proposedAt, mayReplace }: Acceptance,
  { proposal }: GapDocument,
  { ask }: AnalyticsContext,
): Promise<string | undefined> {
  if (proposedAt === undefined || !proposal?.source) return undefined
  if (!mayReplace) throw new ServiceError('forbidden', { detail: 'Changing a source needs the scope knowledge.' })
  const { version } = await ask(ingest.queries.sourceRead, { sourceId: proposal.source.id })
  if (version !== proposal.source.version) {
    throw new ServiceError('conflict', { detail: 'The source has changed since this was proposed.' })
  }
  return proposal.source.id
}

/** Begins to make a source of a draft and to ask its questions again; the same operation begins it once. */
export async function acceptSuggestion(acceptance: Acceptance, context: AnalyticsContext): Promise<Suggestion> {
  const { collections, commit, clock, tenant } = context
  const { operationId, suggestionId } = acceptance
  const before = await getExisting(collections.gaps, tenant, suggestionId, unknownSuggestion)
  const isBegun = (gap: GapDocument) => gap.check?.operationId === operationId
  if (isBegun(before.body)) return toSuggestion(before, context)
  if (before.body.status !== 'open') throw notOpen(before.body.status)
  requireProposal(acceptance, before.body)
  const replaces = await replacedBy(acceptance, before.body, context)
  const draft = await storeDraft(acceptance, await toSuggestion(before, context), replaces, context)
  const toAsk = (await questionsOf(suggestionId, maxAsked, context)).map(({ id }) => id)
  const check: CheckDocument = {
    operationId,
    startedAt: timestampOf(clock),
    cause: context.cause,
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
    requireProposal(acceptance, current.body)
    return { body: { ...current.body, status: 'checking' as const, check, dueAt: clock.now() } }
  })
  await tell('accept', acceptance, context)
  return toSuggestion(stored!, context)
}

/** Throws `conflict` while an acceptance is at work. Dismissed twice is once. */
export async function dismissSuggestion(
  dismissal: BodyOf<typeof analytics.queries.suggestionDismiss>,
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

/** Writes to the audit log who did what with a suggestion. */
export async function tell(
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
