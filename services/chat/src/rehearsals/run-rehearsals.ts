import { chat, type Message, ServiceError, type TurnResult, toWireError } from '@frontdesk/contracts'
import { job, type Lease, type Outcome } from '@frontdesk/jobs'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { judgeChange } from './judge-change.ts'
import { prepareSource, removeTried } from './prepare-source.ts'
import {
  ending,
  finishedRehearsal,
  type RehearsalDocument,
  type RehearsalPlan,
  type RehearsalResultDocument,
  resultIdOf,
  type StoredSide,
} from './rehearsal-document.ts'
import { removeResults } from './rehearsal-store.ts'
import { rehearseQuestion } from './rehearse-question.ts'

/** Attempts to bring the tried version of a source into the index. */
const prepareAttempts = 5
/** Between two looks at whether it is there. */
const prepareEveryMs = 250

type Running = Lease<RehearsalDocument>
type Ends = Outcome<RehearsalDocument>

/** Rehearsals. Each question is a separate step, so that concurrent rehearsals alternate. */
export const rehearsalWork = job<ChatContext, RehearsalDocument>({
  name: 'rehearsal',
  collection: ({ collections }) => collections.rehearsals,
  leaseMs: ({ config }) => config.TURN_LEASE_MS,
  pauseMs: 500,
  everyMs: 1_000,
  // Customers' questions come first.
  slots: { perKey: 1, total: 2 },
  async work(lease, context) {
    const plan = (await context.collections.rehearsalPlans.get(context.tenant, lease.id))?.body
    if (!plan) return { removes: true }
    const { isIndexed, step, steps } = lease.body
    if (lease.body.ending) return finish(lease, plan, context)
    if (plan.source && !isIndexed) return prepare(lease, plan.source, context)
    return step === steps ? end({ state: 'finished' }) : takeStep(lease, plan, context)
  },
  async lost({ id }, context) {
    const { tenant, collections } = context
    const stored = await collections.rehearsals.get(tenant, id)
    // Ended or deleted while a part was under way, which left its trial or its result.
    const source = (await collections.rehearsalPlans.get(tenant, id))?.body.source
    if (stored?.body.finishedAt !== undefined && source) await removeTried(id, source, context)
    if (!stored) await removeResults(id, context)
  },
})

/** It is over; what it tried is removed before it says so. */
const end = (how: NonNullable<RehearsalDocument['ending']>): Ends => ({
  change: (body) => (body.ending ? body : ending(body, how)),
  dueInMs: 0,
})

async function finish({ id }: Running, { source }: RehearsalPlan, context: ChatContext): Promise<Ends> {
  if (source) {
    const over = (plan: RehearsalPlan): RehearsalPlan => ({ ...plan, isOver: true })
    await context.commit(context.collections.rehearsalPlans, id, (plan) => plan && { body: over(plan.body) })
    await removeTried(id, source, context)
  }
  return {
    change: (body) => ({ ...body, finishedAt: timestampOf(context.clock) }),
    tell: (body) => [context.event(chat.events.jobFinished, finishedRehearsal(id, body))],
  }
}

async function prepare(
  { id, body }: Running,
  source: RehearsalPlan['source'] & {},
  context: ChatContext,
): Promise<Ends> {
  try {
    if (!(await prepareSource(id, source, context))) return { dueInMs: prepareEveryMs }
    return { change: (before) => ({ ...before, isIndexed: true }), dueInMs: 0 }
  } catch (error) {
    const { code, message, retryable } = toWireError(error)
    if (context.signal.aborted || (retryable && (body.tries ?? 1) < prepareAttempts)) throw error
    context.log.warn({ rehearsalId: id, code, err: error }, 'the source of a rehearsal could not be prepared')
    return end({ state: 'failed', error: { code, message } })
  }
}

async function takeStep(lease: Running, plan: RehearsalPlan, context: ChatContext): Promise<Ends> {
  const { tenant, collections } = context
  const { conversationId, messageId } = plan.questions[lease.body.step]!
  const question = (await collections.messages.get(tenant, messageId))?.body
  if (!question || !(await isStanding(conversationId, context))) return skip(lease, context)
  try {
    const tried = {
      ...(plan.policies && { policies: plan.policies }),
      ...(plan.settings && { settings: plan.settings }),
      ...(plan.source && { trialId: lease.id }),
    }
    const sides = await rehearseQuestion(question, tried, { tries: lease.body.tries ?? 1 }, context)
    return await settle(lease, question, sides, context)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    // Erased while it was tried, or the trial ended with its source.
    if (!(await isStanding(conversationId, context))) return skip(lease, context)
    return end({ state: 'failed', error: { code: error.code, message: 'The tried source was deleted.' } })
  }
}

const isStanding = async (conversationId: string, { tenant, collections }: ChatContext): Promise<boolean> =>
  (await collections.conversations.get(tenant, conversationId)) !== undefined

/** Passes over a question that was erased, with what an attempt that was cut off has written of it. */
async function skip({ id, body: { step } }: Running, { tenant, collections }: ChatContext): Promise<Ends> {
  await collections.rehearsalResults.remove(tenant, resultIdOf(id, step + 1))
  return { change: (body) => ({ ...body, step: body.step + 1, skipped: body.skipped + 1 }), dueInMs: 0 }
}

const stored = ({ sources, ...side }: TurnResult): StoredSide => ({
  ...side,
  sources: sources.map(({ sourceId }) => ({ sourceId })),
})

/** Writes what the question came to, once, and counts it. Nothing stays of one whose conversation was erased meanwhile. */
async function settle(
  lease: Running,
  { conversationId, id: messageId, createdAt: askedAt }: Message,
  { before, after }: { before: TurnResult; after: TurnResult },
  context: ChatContext,
): Promise<Ends> {
  const { tenant, collections } = context
  const rehearsalId = lease.id
  const position = lease.body.step + 1
  const id = resultIdOf(rehearsalId, position)
  const written = await collections.rehearsalResults.insert(tenant, id, {
    ...{ rehearsalId, position, conversationId, messageId, askedAt },
    ...judgeChange({ before, after }),
    before: stored(before),
    after: stored(after),
  })
  // Looked at after it is written: whoever erases removes the conversation first, then what is left of it.
  if (!(await isStanding(conversationId, context))) return skip(lease, context)
  // Whoever lost its lease meanwhile may have been first: then that is what the question came to.
  return { change: (body) => counted(body, written.stored.body), dueInMs: 0 }
}

function counted(body: RehearsalDocument, { verdict, before, after }: RehearsalResultDocument): RehearsalDocument {
  const outcomes = structuredClone(body.outcomes)
  for (const [side, { outcome }] of [['before', before] as const, ['after', after] as const]) {
    if (outcome !== 'waiting') outcomes[outcome][side]++
  }
  const verdicts = { ...body.verdicts, [verdict]: body.verdicts[verdict] + 1 }
  return { ...body, step: body.step + 1, outcomes, verdicts }
}
