import {
  type BodyOf,
  type chat,
  derivedId,
  type Fault,
  limits,
  policyEngine,
  ServiceError,
  type SimulationInput,
  type Suite,
} from '@frontdesk/contracts'
import { descending, type Find, findFitting, getExisting, removeWhere, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { SuiteDocument } from './suite-documents.ts'

/** A page crosses the bus: what is above this is left to the next one. */
const pageBytes = limits.busMessageBytes / 2

const toSuite = ({ id, body }: Pick<Stored<SuiteDocument>, 'id' | 'body'>): Suite => ({ id, ...body })
export const noSuite = () => new ServiceError('not_found', { detail: 'There is no such test suite.' })

/** Sets of policies with where they stand, those that are there. */
type PolicySets = { path: string; policies: SimulationInput['policies'] }[]

/** Throws `invalid_request` with every fault of the policies in all sets. */
export async function refusePolicyFaults(sets: PolicySets, context: ChatContext): Promise<void> {
  const errors: Fault[] = []
  for (const { path, policies } of sets) {
    if (!policies) continue
    try {
      await context.ask(policyEngine.queries.policySetCheck, { policies })
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.errors) throw error
      errors.push(...error.errors.map((each) => ({ ...each, path: each.path ? `${path}.${each.path}` : path })))
    }
  }
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const setsOf = (scenarios: Suite['scenarios'] = []): PolicySets =>
  scenarios.map(({ policies }, i) => ({ path: `scenarios.${i}.policies`, policies }))

/** Creates a suite; a repeated operation returns the same one. Throws `invalid_request`. */
export async function createSuite(
  { operationId, suite }: BodyOf<typeof chat.queries.suiteCreate>,
  context: ChatContext,
): Promise<Suite> {
  const { tenant, collections, clock, commit } = context
  const suiteId = derivedId('sui', tenant, operationId)
  const existing = await collections.suites.get(tenant, suiteId)
  if (existing) return toSuite(existing)
  await refusePolicyFaults(setsOf(suite.scenarios), context)
  if ((await collections.suites.count(tenant)) >= limits.suites) {
    throw new ServiceError('invalid_request', {
      detail: `A tenant has at most ${limits.suites} test suites.`,
    })
  }
  const now = timestampOf(clock)
  const stored = await commit(collections.suites, suiteId, (current) =>
    current ? undefined : { body: { ...suite, createdAt: now, updatedAt: now } },
  )
  return toSuite(stored!)
}

/** Changes a suite; runs that have started keep the old version. Throws `not_found` and `invalid_request`. */
export async function updateSuite(
  { suiteId, patch }: BodyOf<typeof chat.queries.suiteUpdate>,
  context: ChatContext,
): Promise<Suite> {
  const { collections, clock, commit } = context
  await refusePolicyFaults(setsOf(patch.scenarios), context)
  const { description, ...others } = patch
  const stored = await commit(collections.suites, suiteId, (current) => {
    if (!current) throw noSuite()
    const { description: before, ...rest } = current.body
    const after = description === undefined ? before : (description ?? undefined)
    return {
      body: {
        ...rest,
        ...others,
        ...(after !== undefined && { description: after }),
        updatedAt: timestampOf(clock),
      },
    }
  })
  return toSuite(stored!)
}

/** Throws `not_found`. */
export const readSuite = async (suiteId: string, { tenant, collections }: ChatContext): Promise<Suite> =>
  toSuite(await getExisting(collections.suites, tenant, suiteId, noSuite))

/** A page of suites, newest first, with as many as fit into a message. */
export async function listSuites(
  page: { limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
): Promise<{ items: Suite[]; nextCursor: string | null }> {
  const { items, nextCursor } = await findFitting(collections.suites, tenant, newestFirst({}, page), pageBytes)
  return { items: items.map(toSuite), nextCursor }
}

/** A page of a collection, newest first. */
export const newestFirst = (
  where: NonNullable<Find['where']>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Find => ({ where, sort: descending('createdAt'), limit, cursor })

/**
 * Deletes a suite: its runs first, so that a delete that was cut short is finished by the next one. A run under way ends
 * by itself when it finds its suite gone. Throws `not_found`.
 */
export async function deleteSuite(suiteId: string, context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  while (true) {
    const { items } = await collections.suiteRuns.find(tenant, { where: { suiteId }, limit: 100 })
    if (items.length === 0) break
    for (const { id } of items) await removeRun(id, context)
  }
  if (!(await collections.suites.remove(tenant, suiteId))) throw noSuite()
}

/** Removes all documents of a run, the run itself last. */
export async function removeRun(runId: string, { tenant, collections }: ChatContext): Promise<void> {
  await removeWhere(collections.suiteResults, tenant, { runId })
  await collections.suitePlans.remove(tenant, runId)
  await collections.suiteRuns.remove(tenant, runId)
}
