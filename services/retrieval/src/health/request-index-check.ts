import { type Documents, update } from '@frontdesk/documents'
import { type IndexCheckDocument, indexCheckKey, indexChecks, newCheck } from './index-check-document.ts'

/** Asks the retrieval service, whichever process it is in, to look through the index now. */
export async function requestIndexCheck(documents: Documents, now: number): Promise<void> {
  const checks = await documents.collection(indexChecks)
  await update(checks, ...indexCheckKey, (current) => ({ body: { ...(current?.body ?? newCheck()), dueAt: now } }))
}

/** What the newest look found. Undefined before the first one. */
export async function readIndexCheck(documents: Documents): Promise<IndexCheckDocument | undefined> {
  return (await (await documents.collection(indexChecks)).get(...indexCheckKey))?.body
}
