import { type Documents, update } from '@frontdesk/documents'
import { type IndexCheckDocument, indexCheckKey, indexChecks, newCheck } from './index-check-document.ts'

/**
 * Asks the retrieval service, whichever process it is in, to look through the index now. Answers the number of this request:
 * it is done when `answered` has come to it.
 */
export async function requestIndexCheck(documents: Documents): Promise<number> {
  const checks = await documents.collection(indexChecks)
  const stored = await update(checks, ...indexCheckKey, (current) => {
    const body: IndexCheckDocument = current?.body ?? newCheck()
    // Due by any clock.
    return { body: { ...body, requests: (body.requests ?? 0) + 1, dueAt: 0 } }
  })
  return stored!.body.requests!
}

/** What the newest look found. Undefined before the first one. */
export async function readIndexCheck(documents: Documents): Promise<IndexCheckDocument | undefined> {
  return (await (await documents.collection(indexChecks)).get(...indexCheckKey))?.body
}
