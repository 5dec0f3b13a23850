import { isDeepStrictEqual } from 'node:util'
import {
  type analytics,
  type BodyOf,
  derivedId,
  ingest,
  invalidField,
  type Message,
  type ReplyOf,
  ServiceError,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { timestampOf } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import { judgeByCorrection } from '../facts/judge-answers.ts'
import { notOpen, tell } from './accept-suggestion.ts'
import type { GapDocument, ProposalDocument } from './gap-document.ts'
import { findMessage, removeQuestions } from './record-questions.ts'
import { refreshGap } from './run-groupings.ts'

type Proposed = BodyOf<typeof analytics.queries.suggestionPropose>

const maxQuestions = 100

const unknownMessage = () => new ServiceError('not_found', { detail: 'There is no such message.' })

const isErased = async (conversationId: string, { tenant, collections }: AnalyticsContext): Promise<boolean> =>
  (await collections.conversations.get(tenant, conversationId))?.body.erased === true

/** The source that is to change, as it is now. Throws `invalid_request` for one whose text nobody wrote here. */
async function sourceOf({ sourceId }: Proposed, { ask }: AnalyticsContext): Promise<ProposalDocument['source']> {
  if (sourceId === undefined) return undefined
  const { type, version } = await ask(ingest.queries.sourceRead, { sourceId })
  if (type !== 'manual') throw invalidField('sourceId', 'Only the text of a `manual` source can be changed.')
  return { id: sourceId, version }
}

/** The gap of the last question of the conversation that the AI could not answer before the reply; undefined if it has none. */
async function gapOf(
  { conversationId }: Proposed,
  reply: Message,
  { tenant, collections }: AnalyticsContext,
): Promise<string | undefined> {
  const { items } = await collections.questions.find(tenant, { where: { conversationId }, limit: maxQuestions })
  const asked = items.filter(({ body }) => body.gapId !== undefined && body.at <= reply.createdAt)
  return asked.toSorted((a, b) => (a.body.at < b.body.at ? 1 : -1))[0]?.body.gapId
}

/** Makes a gap of the question that a reply answered. Again, it is the same one. */
async function addQuestion(
  { conversationId, messageId, question }: Proposed,
  context: AnalyticsContext,
): Promise<string> {
  const { tenant, collections, clock } = context
  const gapId = derivedId('gap', tenant, messageId)
  await collections.questions.insert(tenant, messageId, {
    ...{ conversationId, messageId, text: question, language: detectLanguage(question) },
    ...{ at: timestampOf(clock), outcome: 'escalated' as const, gapId },
  })
  await refreshGap(gapId, context)
  return gapId
}

/** Keeps an agent's reply, as somebody edited it, for review by who may publish it. */
export async function proposeAnswer(
  proposed: Proposed,
  context: AnalyticsContext,
): Promise<ReplyOf<typeof analytics.queries.suggestionPropose>> {
  const { collections, commit, clock } = context
  const { conversationId, messageId, title, text, actor } = proposed
  const reply = await findMessage(conversationId, messageId, context)
  if (!reply || (await isErased(conversationId, context))) {
    // An attempt that was cut off may have kept words of it.
    await removeQuestions(conversationId, context)
    throw unknownMessage()
  }
  if (reply.author.kind !== 'agent' || reply.kind !== 'message')
    throw invalidField('messageId', 'Must be the reply of an agent.')
  const source = await sourceOf(proposed, context)
  const gapId = (await gapOf(proposed, reply, context)) ?? (await addQuestion(proposed, context))
  const { name: _, ...by } = actor
  const proposal: ProposalDocument = {
    ...{ by, at: timestampOf(clock), conversationId, messageId, title, text },
    ...(source && { source }),
  }
  // The gap of a question that is just being grouped is made a moment later.
  if (!(await collections.gaps.get(context.tenant, gapId))) await refreshGap(gapId, context)
  const stored = await commit(collections.gaps, gapId, (current) => {
    if (!current) throw unknownMessage()
    if (current.body.status === 'checking') throw notOpen('checking')
    const known = current.body.status === 'open' ? current.body.proposal : undefined
    if (known && !isDeepStrictEqual(known.by, by)) {
      throw new ServiceError('conflict', { detail: 'A colleague already proposed an answer, which waits for review.' })
    }
    const { closedAt: _closed, ...rest } = current.body
    return { body: { ...rest, status: 'open', proposal } satisfies GapDocument }
  })
  // Its contact may have been erased in the meantime.
  if (await isErased(conversationId, context)) {
    await removeQuestions(conversationId, context)
    throw unknownMessage()
  }
  await judgeByCorrection(reply, context)
  await tell('propose', { ...proposed, suggestionId: gapId }, context)
  return { suggestionId: gapId, status: stored!.body.status }
}
