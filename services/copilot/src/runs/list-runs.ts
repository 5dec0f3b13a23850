import { type BodyOf, type copilot, type copilotResult, limits, type ReplyOf, refusal } from '@frontdesk/contracts'
import { descending, type Find, findFitting } from '@frontdesk/documents'
import type { z } from 'zod'
import { isNoAnswer } from '../actions/suggest-reply.ts'
import type { CopilotContext } from '../context.ts'
import type { RunDocument } from './run-document.ts'

/** What a stored run answered. The outcome of one that a release before stored shows in its words. */
export function resultOf({ createdAt: _, ...run }: RunDocument): z.output<typeof copilotResult> {
  const outcome = run.result === refusal ? 'blocked' : isNoAnswer(run.result) ? 'nothing_found' : 'done'
  return { ...run, outcome: run.outcome ?? outcome }
}

/** The runs on a conversation, newest first, with as many as fit into a message. */
export async function listRuns(
  { conversationId, limit, cursor }: BodyOf<typeof copilot.queries.runList>,
  { tenant, collections }: CopilotContext,
): Promise<ReplyOf<typeof copilot.queries.runList>> {
  const find: Find = { where: { conversationId }, sort: descending('createdAt'), limit, cursor }
  const { items, nextCursor } = await findFitting(collections.runs, tenant, find, limits.pageBytes)
  return { items: items.map(({ id, body }) => ({ id, ...resultOf(body), createdAt: body.createdAt })), nextCursor }
}
