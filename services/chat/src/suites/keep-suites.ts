import {
  type BodyOf,
  derivedId,
  type Fault,
  limits,
  policySetCheck,
  ServiceError,
  type SimulationInput,
  type Suite,
  type suiteCreate,
  type suiteUpdate,
} from '@frontdesk/contracts'
import type { Body, Collection, Find, Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { SuiteDocument } from './suite-documents.ts'

/** A page crosses the bus: what is above this is left to the next one. */
const pageBytes = limits.busMessageBytes / 2

const toSuite = ({ id, body }: Pick<Stored<SuiteDocument>, 'id' | 'body'>): Suite => ({ id, ...body })
export const noSuite = () => new ServiceError('not_found', { detail: 'There is no such test suite.' })

/** Sets of policies with where they stand, those that are there. */
type PolicySets = { path: string; policies: SimulationInput['policies'] }[]

/** Throws `invalid_request` with every reason for which a policy of any set could not be made. */
export async function refusePolicyFaults(sets: PolicySets, context: ChatContext): Promise<void> {
  const errors: Fault[] = []
  for (const { path, policies } of sets) {
    if (!policies) continue
    try {
      await context.ask(policySetCheck, { policies })
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.errors) throw error
      errors.push(...error.errors.map((each) => ({ ...each, path: each.path ? `${path}.${each.path}` : path })))
    }
  }
  if (errors.length > 0) throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
}

const setsOf = (scenarios: Suite['scenarios'] = []): PolicySets =>
  scenarios.map(({ policies }, i) => ({ path: `scenarios.${i}.policies`, policies }))

/** Makes a suite; the same operation again answers the same one. Throws `invalid_request`. */
export async function createSuite(
  { operationId, suite }: BodyOf<typeof suiteCreate>,
  context: ChatContext,
): Promise<Suite> {
  const { tenant, collections, clock, commit } = context
  const suiteId = derivedId('sui', tenant, operationId)
  const existing = await collections.suites.get(tenant, suiteId)
  if (existing) return toSuite(existing)
  await refusePolicyFaults(setsOf(suite.scenarios), context)
  if ((await collections.suites.count(tenant)) >= limits.suites) {
    throw new ServiceError('invalid_request', {
      detail: `There are ${limits.suites} test suites already; that is the limit.`,
    })
  }
  const now = timestampOf(clock)
  const stored = await commit(collections.suites, suiteId, (current) =>
    current ? undefined : { body: { ...suite, createdAt: now, updatedAt: now } },
  )
  return toSuite(stored!)
}

/** Changes a suite; runs that were started go on with what it was. Throws `not_found` and `invalid_request`. */
export async function updateSuite(
  { suiteId, patch }: BodyOf<typeof suiteUpdate>,
  context: ChatContext,
): Promise<Suite> {
  const { collections, clock, commit } = context
  await refusePolicyFaults(setsOf(patch.scenarios), context)
  const { description, ...others } = patch
  const stored = await commit(collections.suites, suiteId, (current) => {
    if (!current) throw noSuite()
    const { description: before, ...rest } = current.body
    const after = description === undefined ? before : (description ?? undefined)
    const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
    return {
      body: {
        ...rest,
        ...given,
        ...(after !== undefined && { description: after }),
        updatedAt: timestampOf(clock),
      },
    }
  })
  return toSuite(stored!)
}

/** Throws `not_found`. */
export async function readSuite(suiteId: string, { tenant, collections }: ChatContext): Promise<Suite> {
  const stored = await collections.suites.get(tenant, suiteId)
  if (!stored) throw noSuite()
  return toSuite(stored)
}

/** A page of suites, newest first, with as many as fit into a message. */
export async function listSuites(
  page: { limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
): Promise<{ items: Suite[]; nextCursor: string | null }> {
  const { items, nextCursor } = await newest(collections.suites, tenant, {}, page)
  const fitting = fittingIn(pageBytes, items)
  if (fitting === items.length) return { items: items.map(toSuite), nextCursor }
  // Asked again for fewer, so that the cursor goes on where this page ends.
  const fewer = await newest(collections.suites, tenant, {}, { ...page, limit: fitting })
  return { items: fewer.items.map(toSuite), nextCursor: fewer.nextCursor }
}

/** A page of a collection, newest first. */
export const newest = <T extends Body>(
  collection: Collection<T>,
  tenant: string,
  where: NonNullable<Find['where']>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) =>
  collection.find(tenant, { where, sort: { field: 'createdAt', direction: 'desc' }, limit, ...(cursor && { cursor }) })

/** How many of the first items have at most so many bytes as JSON together; one at least. */
export function fittingIn(mostBytes: number, items: unknown[]): number {
  let bytes = 0
  for (const [i, item] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item), 'utf8')
    if (bytes > mostBytes) return Math.max(i, 1)
  }
  return items.length
}

/**
 * Deletes a suite: its runs first, so that a delete that was cut short is finished by the next one. A run under way ends
 * by itself when it finds its suite gone. Throws `not_found`.
 */
export async function deleteSuite(suiteId: string, context: ChatContext): Promise<void> {
  const { tenant, collections } = context
  if (!(await collections.suites.get(tenant, suiteId))) throw noSuite()
  while (true) {
    const { items } = await collections.suiteRuns.find(tenant, { where: { suiteId }, limit: 100 })
    if (items.length === 0) break
    for (const { id } of items) await removeRun(id, context)
  }
  if (!(await collections.suites.remove(tenant, suiteId))) throw noSuite()
}

/** Removes all of a run, itself last. */
export async function removeRun(runId: string, { tenant, collections }: ChatContext): Promise<void> {
  while (true) {
    const { items } = await collections.suiteResults.find(tenant, { where: { runId }, limit: 500 })
    if (items.length === 0) break
    for (const { id } of items) await collections.suiteResults.remove(tenant, id)
  }
  await collections.suitePlans.remove(tenant, runId)
  await collections.suiteRuns.remove(tenant, runId)
}
