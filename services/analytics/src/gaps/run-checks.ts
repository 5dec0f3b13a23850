import { chat, ingest, ServiceError } from '@frontdesk/contracts'
import { job } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { CheckDocument, GapDocument } from './gap-document.ts'

/** Between two looks whether a source is live. */
const pollIntervalMs = 500
/** A source that does not answer by then has something wrong with it. */
const giveUpAfterMs = 10 * 60_000

/** Acceptances of suggestions: they make a source, wait for it, and ask the gap's questions again. */
export const checkJob = job<AnalyticsContext, GapDocument>({
  name: 'check of a suggestion',
  collection: ({ collections }) => collections.gaps,
  leaseMs: 120_000,
  pauseMs: 2_000,
  everyMs: 500,
  causeOf: ({ check }) => check?.cause,
  async work(lease, context) {
    for (;;) {
      const { check } = lease.body
      if (!check || check.finishedAt) return {}
      context.signal.throwIfAborted()
      await lease.hold()
      const next = await nextStep(check, lease.id, context)
      if (!next) return { dueInMs: pollIntervalMs }
      if (next.finishedAt) return { change: (gap) => finished(gap, next) }
      await lease.checkpoint((gap) => ({ ...gap, check: next }))
    }
  },
  givesUp: {
    attempts: Number.POSITIVE_INFINITY,
    outcome: ({ code, message }, { clock }) => ({
      change: (gap) => finished(gap, { ...gap.check!, error: { code, message }, finishedAt: timestampOf(clock) }),
    }),
  },
})

/** A gap after its check: it closes only when every question was answered. */
function finished(gap: GapDocument, { draft: _, ...check }: CheckDocument): GapDocument {
  const isClosed = !check.error && check.notPassed.length === 0 && check.passed.length > 0
  if (!isClosed) return { ...gap, status: 'open', check }
  // What was proposed is a source now.
  const { proposal: _proposal, ...rest } = gap
  return { ...rest, status: 'closed', closedAt: check.finishedAt!, check }
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
  { title, replaces, ...stored }: NonNullable<CheckDocument['draft']>,
  context: AnalyticsContext,
): Promise<CheckDocument> {
  const content = { kind: 'manual' as const, ...stored }
  const { operationId } = check
  const source =
    replaces === undefined
      ? await context.ask(ingest.queries.sourceAdd, { operationId, content, title })
      : await context.ask(ingest.queries.sourceReplace, { operationId, sourceId: replaces, content })
  return { ...check, sourceId: source.id, version: source.version }
}

async function awaitSource(check: CheckDocument, context: AnalyticsContext): Promise<CheckDocument | undefined> {
  const source = await context.ask(ingest.queries.sourceRead, { sourceId: check.sourceId! })
  if (source.liveVersion !== null && source.liveVersion >= (check.version ?? 1)) return { ...check, isLive: true }
  const finishedAt = timestampOf(context.clock)
  if (source.status === 'Failed') return { ...check, finishedAt, ...(source.error && { error: source.error }) }
  const waitedMs = context.clock.now() - Date.parse(check.startedAt)
  if (waitedMs < giveUpAfterMs) return undefined
  throw new ServiceError('conflict', { detail: 'The source was not ready in time.' })
}

async function ask(message: string, context: AnalyticsContext): Promise<boolean> {
  for await (const { outcome } of context.open(chat.streams.messageSimulate, { message })) return outcome === 'answered'
  throw new ServiceError('unavailable')
}
