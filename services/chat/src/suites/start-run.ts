import {
  type BodyOf,
  type Configuration,
  type chat,
  derivedId,
  limits,
  type RunInput,
  type SuiteRun,
} from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import { stepsOf, toRun } from './suite-documents.ts'
import { newestFirst, readSuite, refusePolicyFaults, removeRun } from './suite-store.ts'

/** Under what a run without names is told. */
const onlyConfiguration = 'current'

const configurationsOf = ({ configurations, ...one }: RunInput): Configuration[] =>
  configurations ?? [{ name: onlyConfiguration, ...one }]

/**
 * Accepts a run of a suite as it is now, and begins it; the same operation again answers the same run. Of finished runs the
 * oldest go when there are more than are kept. Throws `not_found` and `invalid_request`.
 */
export async function startRun(
  { operationId, suiteId, run }: BodyOf<typeof chat.queries.suiteRunStart>,
  context: ChatContext,
): Promise<SuiteRun> {
  const { tenant, collections, clock, commit } = context
  const suite = await readSuite(suiteId, context)
  const runId = derivedId('run', tenant, suiteId, operationId)
  const configurations = configurationsOf(run)
  await refusePolicyFaults(
    configurations.map(({ policies }, i) => ({
      path: run.configurations ? `configurations.${i}.policies` : 'policies',
      policies,
    })),
    context,
  )
  // The plan first: a run that is there can be run.
  const { stored: plan } = await collections.suitePlans.insert(tenant, runId, {
    suiteId,
    scenarios: suite.scenarios,
    configurations,
  })
  const stored = await commit(collections.suiteRuns, runId, (current) => {
    if (current) return undefined
    return {
      body: {
        suiteId,
        suite: suite.name,
        createdAt: timestampOf(clock),
        step: 0,
        steps: stepsOf(plan.body).length,
        scenarios: plan.body.scenarios.length,
        configurations: plan.body.configurations.map(({ name, threshold, policies }) => ({
          name,
          ...(threshold !== undefined && { threshold }),
          ...(policies && { policies: policies.map((policy) => policy.name) }),
          passed: 0,
          failed: 0,
        })),
        hasFailed: false,
        cause: context.cause,
        dueAt: clock.now(),
      },
    }
  })
  await removeOldest(suiteId, context)
  return toRun(runId, stored!.body)
}

async function removeOldest(suiteId: string, context: ChatContext): Promise<void> {
  const { collections, tenant } = context
  const { items } = await collections.suiteRuns.find(tenant, newestFirst({ suiteId }, { limit: 2 * limits.suiteRuns }))
  for (const { id, body } of items.slice(limits.suiteRuns)) {
    if (body.finishedAt !== undefined) await removeRun(id, context)
  }
}
