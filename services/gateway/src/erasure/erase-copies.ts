import type { BodyOf, ErasureSubject, gateway, Removed } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import { pagesOf } from '../export/pages-of.ts'

/** Replies looked through in one call. */
const repliesACall = 2_000
const page = 200

const namesOf = (subject: ErasureSubject): string[] => {
  if (subject.kind === 'source') return [subject.sourceId]
  return subject.kind === 'contact' ? [subject.contactId, ...subject.conversationIds] : subject.conversationIds
}

/** What is kept in place of a reply that was erased. */
const erased = { status: 404, body: null, sealed: false, erased: true } as const

/** Takes a subject's words out of the replies that are kept for retries, and removes the dead letters that tell of it. */
export async function eraseCopies(
  { subject, cursor: from }: BodyOf<typeof gateway.queries.copiesErase>,
  context: GatewayContext,
): Promise<{ removed: Removed; cursor: string | null }> {
  const { tenant, collections, commit } = context
  const names = namesOf(subject)
  let cursor: string | null = from ?? null
  let count = 0
  for (let seen = 0; seen < repliesACall; seen += page) {
    const read: Awaited<ReturnType<typeof collections.replies.find>> = await collections.replies.find(tenant, {
      limit: page,
      ...(cursor !== null && { cursor }),
    })
    for (const { id, body } of read.items) {
      if (body.reply?.onlyIds) continue
      const text = body.reply?.body ?? ''
      if (!names.some((name) => text.includes(name))) continue
      await commit(collections.replies, id, (current) =>
        current?.body.reply ? { body: { ...current.body, reply: erased } } : undefined,
      )
      count++
    }
    cursor = read.nextCursor
    if (cursor === null) break
  }
  const letters = from === undefined ? await removeDeadLetters(names, context) : 0
  const removed = [
    { what: 'stored replies', count },
    { what: 'dead letters', count: letters },
  ]
  return { removed, cursor }
}

async function removeDeadLetters(keys: string[], { tenant, deadLetters }: GatewayContext): Promise<number> {
  let count = 0
  for await (const { id, key } of pagesOf((page) => deadLetters.list(tenant, page)))
    if (keys.includes(key) && (await deadLetters.remove(tenant, id))) count++
  return count
}
