import { Readable } from 'node:stream'
import {
  chat,
  id,
  limits,
  pageRequest,
  type RehearsalResult,
  rehearsal,
  rehearsalInput,
  rehearsalVerdict,
  type Scope,
  type TurnResult,
} from '@frontdesk/contracts'
import { writeCsv } from '@frontdesk/text-files'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../keys/caller.ts'
import { requireToReadTried, requireToTry } from '../keys/require-reading.ts'
import { downloadRoute, jsonRoute } from './route.ts'
import { handOver, textContent } from './sources.ts'

const common = { access: 'policies', tag: 'Rehearsals' } as const
/** Results hold what customers asked and were answered. */
const ofConversations: typeof common & { alsoReads: Scope[] } = { ...common, alsoReads: ['conversations'] }
const params = z.object({ rehearsalId: id })
const filter = { verdict: rehearsalVerdict.optional().describe('Only these') }
const csvType = 'text/csv; charset=utf-8'
const linesType = 'application/x-ndjson'

type Filter = { rehearsalId: string; verdict?: RehearsalResult['verdict'] | undefined }

/** Throws `forbidden` for a caller who may not read the sources that the tried policies let out, `not_found`. */
async function checkReading(rehearsalId: string, caller: Caller, context: GatewayContext): Promise<void> {
  const { tried } = await context.ask(chat.queries.rehearsalRead, { rehearsalId })
  requireToReadTried(caller, [tried])
}
const needsSources = 'With `tried.policies` it also needs `knowledge:read`.'

/** Pages of results, from the newest question on. */
async function* pagesOf(asked: Filter, context: GatewayContext): AsyncGenerator<RehearsalResult[]> {
  let cursor: string | null = '0'
  while (cursor !== null) {
    const page: { items: RehearsalResult[]; nextCursor: string | null } = await context.ask(
      chat.queries.rehearsalResultList,
      { ...asked, cursor, limit: limits.pageItems },
    )
    yield page.items
    cursor = page.nextCursor
  }
}

const columns = ['position', 'askedAt', 'conversationId', 'messageId', 'question', 'verdict', 'changes']
const sideColumns = ['outcome', 'confidence', 'content', 'sources', 'policies', 'reason'] as const

const cellsOf = ({ outcome, confidence, content, sources, policies, reason }: TurnResult): string[] => [
  outcome,
  String(confidence),
  content,
  sources.map(({ title, sourceId }) => title || sourceId).join('; '),
  policies.map(({ name, decision }) => `${name} (${decision})`).join('; '),
  reason ?? '',
]

const rowOf = ({ before, after, ...result }: RehearsalResult): string[] => [
  String(result.position),
  result.askedAt,
  result.conversationId,
  result.messageId,
  result.question,
  result.verdict,
  result.changes.join('; '),
  ...cellsOf(before),
  ...cellsOf(after),
]

async function* asCsv(asked: Filter, context: GatewayContext): AsyncGenerator<string> {
  const named = (['before', 'after'] as const).flatMap((side) => sideColumns.map((column) => `${side}.${column}`))
  yield writeCsv([[...columns, ...named]])
  for await (const items of pagesOf(asked, context)) if (items.length > 0) yield writeCsv(items.map(rowOf))
}

async function* asLines(asked: Filter, context: GatewayContext): AsyncGenerator<string> {
  for await (const items of pagesOf(asked, context)) {
    yield items.map((item) => `${JSON.stringify(item)}\n`).join('')
  }
}

/** A change is tried on questions that customers asked, before it goes live. */
export const rehearsalRoutes = [
  jsonRoute('GET /api/rehearsals', {
    ...common,
    name: 'listRehearsals',
    summary: 'List rehearsals',
    query: z.strictObject(pageRequest.shape),
    reply: chat.queries.rehearsalList.reply,
    handle: ({ context, query }) => context.ask(chat.queries.rehearsalList, query),
  }),
  jsonRoute('POST /api/rehearsals', {
    ...common,
    name: 'startRehearsal',
    summary: 'Try a change on the newest questions of customers, before it goes live',
    description:
      'The change is a new version of a source, policies that replace those of the tenant, settings, or several of these. Each question is answered twice, with what is live and with the change, in its conversation as it was then. No messages are stored, nothing is sent to customers, and no usage is counted. It is a job: `POST /api/jobs/{jobId}/cancel` cancels it. 409 while three rehearsals of the tenant are running. With `policies` it also needs `knowledge:read`, because the results then hold answers that these policies filter, not those of the tenant.',
    body: rehearsalInput,
    status: 202,
    reply: rehearsal,
    refusals: ['empty_document', 'conflict'],
    async handle({ context, caller, body: { source, ...rest }, operationId }) {
      requireToTry(caller, [rest])
      const start = (tried?: z.input<typeof chat.queries.rehearsalStart.body>['rehearsal']['source']) =>
        context.ask(chat.queries.rehearsalStart, {
          operationId,
          rehearsal: { ...rest, ...(tried && { source: tried }) },
        })
      if (!source) return start()
      const { sourceId, version, text = '' } = source
      if (version !== undefined) return start({ kind: 'version', sourceId, version })
      const content = await textContent(context, text)
      return handOver(context, content, () => start({ kind: 'text', sourceId, blobId: content.blobId }))
    },
  }),
  jsonRoute('GET /api/rehearsals/:rehearsalId', {
    ...common,
    name: 'getRehearsal',
    summary: 'Read a rehearsal',
    params,
    reply: rehearsal,
    handle: ({ context, params }) => context.ask(chat.queries.rehearsalRead, params),
  }),
  jsonRoute('DELETE /api/rehearsals/:rehearsalId', {
    ...common,
    name: 'deleteRehearsal',
    summary: 'Delete a rehearsal and its results',
    description: '409 while it is running.',
    params,
    refusals: ['conflict'],
    handle: ({ context, params }) => context.ask(chat.queries.rehearsalDelete, params),
  }),
  jsonRoute('GET /api/rehearsals/:rehearsalId/results', {
    ...ofConversations,
    name: 'listRehearsalResults',
    summary: 'List the results of a rehearsal',
    description:
      'The newest question first, also while the rehearsal is running. `better` and `worse` are the customer’s point of view: an answer is better than a person, a person better than a refusal, and of two answers the one with more confidence or more sources is better. When a conversation is erased, its results are removed. ' +
      needsSources,
    params,
    query: z.strictObject({ ...pageRequest.shape, ...filter }),
    reply: chat.queries.rehearsalResultList.reply,
    async handle({ context, caller, params, query }) {
      await checkReading(params.rehearsalId, caller, context)
      return context.ask(chat.queries.rehearsalResultList, { ...params, ...query })
    },
  }),
  downloadRoute('GET /api/rehearsals/:rehearsalId/export', {
    ...ofConversations,
    name: 'exportRehearsalResults',
    summary: 'Export the results of a rehearsal',
    description:
      '`format=jsonl`: one result per line, as they are listed. Cells of the CSV that a spreadsheet would run as a formula start with an apostrophe. ' +
      needsSources,
    params,
    query: z.strictObject({ ...filter, format: z.enum(['csv', 'jsonl']).default('csv') }),
    downloads: [csvType, linesType],
    refusals: ['not_found'],
    async download({ context, caller, params, query: { format, verdict } }) {
      await checkReading(params.rehearsalId, caller, context)
      const asked = { ...params, ...(verdict && { verdict }) }
      const filename = `rehearsal-${params.rehearsalId}.${format}`
      return format === 'csv'
        ? { contentType: csvType, filename, body: Readable.from(asCsv(asked, context)) }
        : { contentType: linesType, filename, body: Readable.from(asLines(asked, context)) }
    },
  }),
]
