import {
  chat,
  id,
  limits,
  pageOf,
  pageRequest,
  runInput,
  type SuiteRun,
  suite,
  suiteContent,
  suitePatch,
  suiteRun,
  suiteRunReport,
} from '@frontdesk/contracts'
import { writeSuiteFile } from '@frontdesk/suites'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { pagesOf } from '../export/pages-of.ts'
import type { Caller } from '../keys/caller.ts'
import { requireToReadTried, requireToTry } from '../keys/require-reading.ts'
import { asText, jsonRoute } from './route.ts'

const common = { access: 'policies', tag: 'Test suites' } as const
const params = z.object({ suiteId: id })
const runParams = z.object({ suiteId: id, runId: id })
const yamlType = 'application/yaml; charset=utf-8'

/** Pages of runs end when they have so many characters: a run may have hundreds of turns. */
const pageCharacters = 4 * limits.jsonBodyBytes

/** A run with what its scenarios came to: as many messages as that takes. Throws `forbidden` as `requireToReadTried` does. */
async function completeRun(run: SuiteRun, caller: Caller, context: GatewayContext) {
  requireToReadTried(caller, run.configurations)
  const about = { suiteId: run.suiteId, runId: run.id }
  const scenarios = await Array.fromAsync(
    pagesOf(({ cursor }) => context.ask(chat.queries.suiteRunReportRead, { ...about, cursor })),
  )
  requireToReadTried(caller, scenarios)
  return { ...run, scenarios }
}

/** Runs one by one, until the page is full or has grown long. */
async function listRuns(suiteId: string, page: z.output<typeof pageRequest>, caller: Caller, context: GatewayContext) {
  const items: z.input<typeof suiteRunReport>[] = []
  let characters = 0
  let cursor = page.cursor ?? null
  do {
    const next: { items: SuiteRun[]; nextCursor: string | null } = await context.ask(chat.queries.suiteRunList, {
      suiteId,
      limit: 1,
      ...(cursor !== null && { cursor }),
    })
    cursor = next.nextCursor
    for (const run of next.items) {
      const complete = await completeRun(run, caller, context)
      items.push(complete)
      characters += JSON.stringify(complete).length
    }
  } while (cursor !== null && items.length < page.limit && characters < pageCharacters)
  return { items, nextCursor: cursor }
}

const needsSources = 'tried other policies than the tenant’s also needs `knowledge:read`.'

/** Scenarios with expectations, and their runs. */
export const suiteRoutes = [
  jsonRoute('GET /api/suites', {
    ...common,
    name: 'listTestSuites',
    summary: 'List test suites',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.suiteList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.suiteList, query),
  }),
  jsonRoute('POST /api/suites', {
    ...common,
    name: 'createTestSuite',
    summary: 'Make a test suite',
    description: 'Scenarios with `policies` also need `knowledge:read`.',
    body: suiteContent,
    status: 201,
    reply: suite,
    async handle({ context, caller, body, operationId }) {
      requireToTry(caller, body.scenarios)
      return context.ask(chat.queries.suiteCreate, { operationId, suite: body })
    },
  }),
  jsonRoute('GET /api/suites/:suiteId', {
    ...common,
    name: 'getTestSuite',
    summary: 'Read a test suite',
    description: '`format=yaml` returns the file for `frontdesk simulate`.',
    params,
    query: z.strictObject({ format: z.enum(['json', 'yaml']).default('json') }),
    reply: suite,
    otherTypes: ['application/yaml'],
    otherShape: suiteContent,
    async handle({ context, params, query }) {
      const found = await context.ask(chat.queries.suiteRead, params)
      return query.format === 'json' ? found : asText(yamlType, writeSuiteFile(found))
    },
  }),
  jsonRoute('PATCH /api/suites/:suiteId', {
    ...common,
    name: 'updateTestSuite',
    summary: 'Change a test suite',
    description:
      '`scenarios` replaces all scenarios; those with `policies` also need `knowledge:read`. Started runs continue with the previous ones.',
    params,
    body: suitePatch,
    reply: suite,
    async handle({ context, caller, params, body }) {
      requireToTry(caller, body.scenarios ?? [])
      return context.ask(chat.queries.suiteUpdate, { ...params, patch: body })
    },
  }),
  jsonRoute('DELETE /api/suites/:suiteId', {
    ...common,
    name: 'deleteTestSuite',
    summary: 'Delete a test suite and its runs',
    params,
    handle: ({ context, params }) => context.ask(chat.queries.suiteDelete, params),
  }),
  jsonRoute('POST /api/suites/:suiteId/run', {
    ...common,
    name: 'runTestSuite',
    summary: 'Run a test suite',
    description:
      'Runs with the tenant’s policies and threshold, or with `policies` and `threshold` instead, or with several `configurations` that are compared. Only the run is stored. Where a configuration or a scenario has `policies`, it also needs `knowledge:read`.',
    params,
    body: runInput.default({}),
    status: 202,
    reply: suiteRun,
    async handle({ context, caller, params, body, operationId }) {
      const { scenarios } = await context.ask(chat.queries.suiteRead, params)
      requireToTry(caller, [body, ...(body.configurations ?? []), ...scenarios])
      return context.ask(chat.queries.suiteRunStart, { ...params, operationId, run: body })
    },
  }),
  jsonRoute('GET /api/suites/:suiteId/runs', {
    ...common,
    name: 'listTestRuns',
    summary: 'List the runs of a test suite, with every verdict',
    description: `A page with a run that ${needsSources}`,
    params,
    query: z.strictObject(pageRequest.shape),
    reply: pageOf(suiteRunReport),
    handle: ({ context, caller, params, query }) => listRuns(params.suiteId, query, caller, context),
  }),
  jsonRoute('GET /api/suites/:suiteId/runs/:runId', {
    ...common,
    name: 'getTestRun',
    summary: 'Read a run, with every verdict',
    description: `A run that ${needsSources}`,
    params: runParams,
    reply: suiteRunReport,
    handle: async ({ context, caller, params }) =>
      completeRun(await context.ask(chat.queries.suiteRunRead, params), caller, context),
  }),
]
