import { messageSimulate, ServiceError, sourceAdd, sourceRead, toWireError } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument } from './gap-documents.ts'

const leaseMs = 120_000
const pauseMs = 500
/** A source that does not answer by then has something wrong with it. */
const giveUpAfterMs = 10 * 60_000

/** Goes on with acceptances that are due. */
export async function runChecks(context: AnalyticsContext): Promise<void> {
  const due = await context.collections.gaps.findAcrossTenants({
    where: { dueAt: { lte: context.clock.now() } },
    sort: { field: 'dueAt', direction: 'asc' },
    limit: 20,
  })
  for (const { tenant, id } of due) {
    if (context.signal.aborted) return
    await runCheck(id, context.forTenant(tenant))
  }
}

async function runCheck(gapId: string, context: AnalyticsContext): Promise<void> {
  const { collections, commit, clock, signal, log } = context
  let claimed: CheckDocument | undefined
  await commit(collections.gaps, gapId, (current) => {
    claimed = undefined
    if (current?.body.dueAt === undefined || current.body.dueAt > clock.now()) return undefined
    claimed = current.body.check
    return { body: { ...current.body, dueAt: clock.now() + leaseMs } }
  })
  if (!claimed) return
  try {
    let check: CheckDocument | undefined = claimed
    while (check && !check.finishedAt) {
      signal.throwIfAborted()
      const next = await nextStep(check, gapId, context)
      if (!next) {
        await pause(gapId, pauseMs, context)
        return
      }
      check = await keep(gapId, next, context)
    }
  } catch (error) {
    const { code, message } = toWireError(error)
    const isFinal = error instanceof ServiceError && !error.retryable
    if (isFinal && !signal.aborted) {
      const failed = { ...claimed, error: { code, message }, finishedAt: timestampOf(clock) }
      await keep(gapId, failed, context)
      return
    }
    if (!signal.aborted) log.warn({ gapId, code, err: error }, 'a check of a suggestion waits')
    await pause(gapId, signal.aborted ? 0 : pauseMs * 4, context)
  }
}

const pause = (gapId: string, ms: number, { collections, commit, clock }: AnalyticsContext) =>
  commit(collections.gaps, gapId, (current) => current && { body: { ...current.body, dueAt: clock.now() + ms } })

/** Commits a step; the last one decides: the gap closes only when every question was answered. */
async function keep(
  gapId: string,
  check: CheckDocument,
  { collections, commit, clock }: AnalyticsContext,
): Promise<CheckDocument | undefined> {
  const stored = await commit(collections.gaps, gapId, (current) => {
    if (!current) return undefined
    const { dueAt: _, ...gap } = current.body
    if (!check.finishedAt) return { body: { ...gap, check, dueAt: clock.now() + leaseMs } }
    const isClosed = !check.error && check.notPassed.length === 0 && check.passed.length > 0
    const { draft: __, ...done } = check
    const end: Partial<GapDocument> = isClosed ? { status: 'closed', closedAt: check.finishedAt } : { status: 'open' }
    return { body: { ...gap, ...end, check: done } }
  })
  return stored?.body.check
}

/** What is next of a check, done; undefined when it has to wait. */
async function nextStep(
  check: CheckDocument,
  gapId: string,
  context: AnalyticsContext,
): Promise<CheckDocument | undefined> {
  if (check.draft) return addSource(check, check.draft, context)
  if (!check.isLive) return awaitSource(check, context)
  const [answerId, ...toAsk] = check.toAsk
  if (answerId === undefined) return { ...check, finishedAt: timestampOf(context.clock) }
  const question = await context.collections.questions.get(context.tenant, answerId)
  // Erased since: there is nothing to ask any more.
  if (question?.body.gapId !== gapId) return { ...check, toAsk }
  const { messageId, text } = question.body
  const isAnswered = await ask(text, context)
  const verdict = isAnswered ? { passed: [...check.passed, messageId] } : { notPassed: [...check.notPassed, messageId] }
  return { ...check, toAsk, ...verdict }
}

async function addSource(
  { draft: _, ...check }: CheckDocument,
  { title, ...stored }: NonNullable<CheckDocument['draft']>,
  context: AnalyticsContext,
): Promise<CheckDocument> {
  const content = { kind: 'manual' as const, ...stored }
  const source = await context.ask(sourceAdd, { operationId: check.operationId, content, title })
  return { ...check, sourceId: source.id }
}

async function awaitSource(check: CheckDocument, context: AnalyticsContext): Promise<CheckDocument | undefined> {
  const source = await context.ask(sourceRead, { sourceId: check.sourceId! })
  if (source.liveVersion !== null) return { ...check, isLive: true }
  const finishedAt = timestampOf(context.clock)
  if (source.status === 'Failed') return { ...check, finishedAt, ...(source.error && { error: source.error }) }
  const waitedMs = context.clock.now() - Date.parse(check.startedAt)
  if (waitedMs < giveUpAfterMs) return undefined
  throw new ServiceError('conflict', { detail: 'The source was not ready in time.' })
}

async function ask(message: string, context: AnalyticsContext): Promise<boolean> {
  for await (const { outcome } of context.open(messageSimulate, { message })) return outcome === 'answered'
  throw new ServiceError('unavailable')
}
