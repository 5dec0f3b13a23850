import { type Documents, update } from '@frontdesk/documents'
import { type IndexCheckDocument, indexCheckKey, indexChecks, newCheck } from './index-check-document.ts'

/**
 * Asks the retrieval service, whichever process it is in, to look through the index now. Answers the number of this request:
 * it is done when `answered` has come to it.
 */
export async function requestIndexCheck(documents: Documents): Promise<number> {
  const checks = await documents.collection(indexChecks)
  const stored = await update(checks, ...indexCheckKey, (current) => {
    return { body: askedAgain(current?.body ?? newCheck()) }
  })
  return stored!.body.requests!
}

/**
 * A look that is under way keeps its lease and is followed by another one: due at once, it would be taken from the process
 * that is at it, and what that one counted be lost. Otherwise due by any clock.
 */
export function askedAgain(body: IndexCheckDocument): IndexCheckDocument {
  const dueAt = body.claim !== undefined && body.dueAt !== undefined ? body.dueAt : 0
  return { ...body, requests: (body.requests ?? 0) + 1, dueAt }
}

/** What the newest look found. Undefined before the first one. */
export async function readIndexCheck(documents: Documents): Promise<IndexCheckDocument | undefined> {
  return (await (await documents.collection(indexChecks)).get(...indexCheckKey))?.body
}
