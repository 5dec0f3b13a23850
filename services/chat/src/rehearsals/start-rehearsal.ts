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
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { newestFirst, refusePolicyFaults } from '../suites/suite-store.ts'
import { chooseQuestions } from './choose-questions.ts'
import { type RehearsalDocument, type TriedSource, toRehearsal } from './rehearsal-document.ts'
import { cancelRehearsal, removeRehearsal } from './rehearsal-store.ts'

const none = () => ({ before: 0, after: 0 })

/**
 * Accepts a rehearsal and begins it; the same operation again answers the same rehearsal. Of those that are over the oldest
 * go when there are more than are kept. Throws `invalid_request`, and `conflict` when as many are under way as may be.
 */
export async function startRehearsal(
  { operationId, rehearsal }: BodyOf<typeof chat.queries.rehearsalStart>,
  context: ChatContext,
): Promise<Rehearsal> {
  const { tenant, collections, clock, commit } = context
  const rehearsalId = derivedId('reh', tenant, operationId)
  const existing = await collections.rehearsals.get(tenant, rehearsalId)
  if (existing) return toRehearsal(rehearsalId, existing.body)
  if ((await underWay(context)).length >= limits.rehearsalsUnderWay) throw tooMany()
  const { name, source, policies, settings } = rehearsal
  await Promise.all([refusePolicyFaults([{ path: 'policies', policies }], context), requireSource(source, context)])
  // The plan first: a rehearsal that is there can go on.
  const { stored: plan } = await collections.rehearsalPlans.insert(tenant, rehearsalId, {
    ...(source && { source }),
    ...(policies && { policies }),
    ...(settings && { settings }),
    questions: await chooseQuestions(rehearsal.questions, context),
  })
  const stored = await commit(collections.rehearsals, rehearsalId, (current) => {
    if (current) return undefined
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
    return { body }
  })
  // Several may have begun at the same time: those that were first go on.
  if ((await underWay(context)).indexOf(rehearsalId) >= limits.rehearsalsUnderWay) {
    await cancelRehearsal(rehearsalId, context)
    throw tooMany()
  }
  await removeOldest(context)
  return toRehearsal(rehearsalId, stored!.body)
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

/** Ids of the tenant's rehearsals that are not over, the first one first. */
async function underWay({ tenant, collections }: ChatContext): Promise<string[]> {
  const { items } = await collections.rehearsals.find(tenant, newestFirst({}, { limit: 2 * limits.rehearsals }))
  return items
    .filter(({ body }) => body.finishedAt === undefined && !body.ending)
    .map(({ id }) => id)
    .reverse()
}

async function removeOldest(context: ChatContext): Promise<void> {
  const { collections, tenant } = context
  const { items } = await collections.rehearsals.find(tenant, newestFirst({}, { limit: 2 * limits.rehearsals }))
  for (const { id, body } of items.slice(limits.rehearsals)) {
    if (body.finishedAt !== undefined) await removeRehearsal(id, context)
  }
}
