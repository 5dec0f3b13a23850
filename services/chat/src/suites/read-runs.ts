import { limits, type ScenarioReport, ServiceError, type SuiteRun, type TurnResult } from '@frontdesk/contracts'
import { ascending, badCursor, fittingIn, getExisting, type Where } from '@frontdesk/documents'
import { reportScenario } from '@frontdesk/suites'
import type { ChatContext } from '../context.ts'
import { type PlanDocument, type RunDocument, toRun } from './suite-documents.ts'
import { newestFirst, noSuite } from './suite-store.ts'

const noRun = () => new ServiceError('not_found', { detail: 'There is no such run.' })

/** A page of scenarios crosses the bus; a single one always fits (`suiteBytes`, `scenarioTurns`, `suiteConfigurations`). */
const pageBytes = limits.busMessageBytes / 2
/** Turns that are read at once. */
const turnsAtOnce = 100

/** Without its suite, a run of any. */
type RunId = { suiteId?: string | undefined; runId: string }

async function findRun({ suiteId, runId }: RunId, { tenant, collections }: ChatContext): Promise<RunDocument> {
  const stored = await collections.suiteRuns.get(tenant, runId)
  if (!stored || (suiteId !== undefined && stored.body.suiteId !== suiteId)) throw noRun()
  return stored.body
}

/** Throws `not_found`. */
export const readRun = async (id: RunId, context: ChatContext): Promise<SuiteRun> =>
  toRun(id.runId, await findRun(id, context))

/** A page of the runs of a suite, or of all, newest first. Throws `not_found`. */
export async function listRuns(
  { suiteId, ...page }: { suiteId?: string | undefined; limit: number; cursor?: string | undefined },
  { tenant, collections }: ChatContext,
): Promise<{ items: SuiteRun[]; nextCursor: string | null }> {
  if (suiteId !== undefined && !(await collections.suites.get(tenant, suiteId))) throw noSuite()
  const where: Where = suiteId === undefined ? {} : { suiteId }
  const { items, nextCursor } = await collections.suiteRuns.find(tenant, newestFirst(where, page))
  return { items: items.map(({ id, body }) => toRun(id, body)), nextCursor }
}

/**
 * What the scenarios of a run came to, in order, as many as fit into a message. The cursor is the first scenario of the
 * next page. Throws `not_found`, `invalid_request` for a bad cursor.
 */
export async function readReport(
  { cursor = '0', ...id }: RunId & { cursor?: string | undefined },
  context: ChatContext,
): Promise<{ items: ScenarioReport[]; nextCursor: string | null }> {
  const { tenant, collections } = context
  await findRun(id, context)
  const plan = await getExisting(collections.suitePlans, tenant, id.runId, noRun)
  const first = Number(cursor)
  if (!/^\d{1,4}$/.test(cursor) || first > plan.body.scenarios.length) {
    throw badCursor()
  }
  const { from, to, until } = rangeFrom(first, plan.body)
  const { items } = await collections.suiteResults.find(tenant, {
    where: { runId: id.runId, step: { gte: from, lt: to } },
    sort: ascending('step'),
    limit: Math.max(to - from, 1),
  })
  const results = new Map(items.map(({ body }) => [body.step, body.result]))
  const reports = reportsOf(plan.body, first, until, from, results)
  const shown = reports.slice(0, fittingIn(pageBytes, reports))
  const next = first + shown.length
  return { items: shown, nextCursor: next < plan.body.scenarios.length ? String(next) : null }
}

/** The steps of a scenario under all configurations. */
const stepsIn = ({ scenarios, configurations }: PlanDocument, scenario: number): number =>
  scenarios[scenario]!.turns.length * configurations.length

/** From a scenario on, as many as have at most `turnsAtOnce` steps, and those steps. */
function rangeFrom(first: number, plan: PlanDocument): { from: number; to: number; until: number } {
  let from = 0
  for (let i = 0; i < first; i++) from += stepsIn(plan, i)
  let to = from
  let until = first
  while (until < plan.scenarios.length && (until === first || to - from + stepsIn(plan, until) <= turnsAtOnce)) {
    to += stepsIn(plan, until)
    until++
  }
  return { from, to, until }
}

function reportsOf(
  plan: PlanDocument,
  first: number,
  until: number,
  from: number,
  results: Map<number, TurnResult>,
): ScenarioReport[] {
  let step = from
  return plan.scenarios.slice(first, until).map((scenario) => {
    const byConfiguration = plan.configurations.map(() => scenario.turns.map(() => results.get(step++)))
    const known = byConfiguration.map((turns) => turns.filter((result) => result !== undefined))
    return reportScenario(scenario, plan.configurations, known)
  })
}
