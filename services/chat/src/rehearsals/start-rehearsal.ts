import {
  type BodyOf,
  type chat,
  derivedId,
  ingest,
  invalidField,
  limits,
  type Rehearsal,
  ServiceError,
} from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { newestFirst, refusePolicyFaults } from '../suites/suite-store.ts'
import { chooseQuestions } from './choose-questions.ts'
import { type RehearsalDocument, type TriedSource, toRehearsal } from './rehearsal-document.ts'
import { removeRehearsal } from './rehearsal-store.ts'

const none = () => ({ before: 0, after: 0 })

/**
 * Accepts a rehearsal and begins it; the same operation again answers the same rehearsal. Of those that are over the oldest
 * go when there are more than are kept. Throws `invalid_request`, and `conflict` when as many are under way as may be.
 */
export async function startRehearsal(
  { operationId, rehearsal }: BodyOf<typeof chat.queries.rehearsalStart>,
  context: ChatContext,
): Promise<Rehearsal> {
  const { tenant, collections, clock } = context
  const rehearsalId = derivedId('reh', tenant, operationId)
  const existing = await collections.rehearsals.get(tenant, rehearsalId)
  if (existing) return toRehearsal(rehearsalId, existing.body)
  const underWay = await collections.rehearsals.count(tenant, { place: { exists: true } })
  if (underWay >= limits.rehearsalsUnderWay) throw tooMany()
  const { name, source, policies, settings } = rehearsal
  await Promise.all([refusePolicyFaults([{ path: 'policies', policies }], context), requireSource(source, context)])
  // The plan first: a rehearsal that is there can go on.
  const { stored: plan } = await collections.rehearsalPlans.insert(tenant, rehearsalId, {
    ...(source && { source }),
    ...(policies && { policies }),
    ...(settings && { settings }),
    questions: await chooseQuestions(rehearsal.questions, context),
  })
  const body: RehearsalDocument = {
    ...(name !== undefined && { name }),
    createdAt: timestampOf(clock),
    tried: {
      ...(source && {
        source: { sourceId: source.sourceId, ...(source.kind === 'version' && { version: source.version }) },
      }),
      ...(policies && { policies: policies.map((policy) => policy.name) }),
      ...(settings && { settings }),
    },
    step: 0,
    steps: plan.body.questions.length,
    skipped: 0,
    verdicts: { same: 0, changed: 0, better: 0, worse: 0 },
    outcomes: { answered: none(), escalated: none(), blocked: none(), failed: none() },
    cause: context.cause,
    dueAt: clock.now(),
  }
  const stored = await takePlace(rehearsalId, body, context)
  if (!stored) {
    // Others took the last places meanwhile.
    await collections.rehearsalPlans.remove(tenant, rehearsalId)
    throw tooMany()
  }
  await removeOldest(context)
  return toRehearsal(rehearsalId, stored.body)
}

/** Stores a rehearsal in the first place that no other one has; undefined when there is none. */
async function takePlace(
  rehearsalId: string,
  body: RehearsalDocument,
  { collections, commit }: ChatContext,
): Promise<Stored<RehearsalDocument> | undefined> {
  for (let place = 0; place < limits.rehearsalsUnderWay; place++) {
    try {
      return await commit(collections.rehearsals, rehearsalId, (current) =>
        current ? undefined : { body: { ...body, place } },
      )
    } catch (error) {
      // The index of places refuses it.
      if (!(error instanceof ServiceError) || error.code !== 'conflict') throw error
    }
  }
  return undefined
}

/** Throws `invalid_request` for a source or a version that can't be tried. */
async function requireSource(source: TriedSource | undefined, { ask }: ChatContext): Promise<void> {
  if (!source) return
  const { sourceId } = source
  const refuse = (field: string, message: string): never => {
    throw invalidField(`source.${field}`, message)
  }
  const orUndefined = (error: unknown) => {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  }
  if (!(await ask(ingest.queries.sourceRead, { sourceId }).catch(orUndefined))) {
    return refuse('sourceId', 'There is no such source.')
  }
  if (source.kind === 'text') return
  const { version } = source
  const stored = await ask(ingest.queries.versionRead, { sourceId, version }).catch(orUndefined)
  if (stored?.status !== 'Ready') return refuse('version', 'Must be a Ready version of the source.')
}

/** Each answers up to 500 questions twice, and what is tried takes part in searches until it is over. */
const tooMany = () =>
  new ServiceError('conflict', {
    detail: `${limits.rehearsalsUnderWay} rehearsals are already running. Wait until one ends, or cancel one.`,
  })

async function removeOldest(context: ChatContext): Promise<void> {
  const { collections, tenant } = context
  const { items } = await collections.rehearsals.find(tenant, newestFirst({}, { limit: 2 * limits.rehearsals }))
  for (const { id, body } of items.slice(limits.rehearsals)) {
    if (body.finishedAt !== undefined) await removeRehearsal(id, context)
  }
}
