import { ingest, retrieval, ServiceError } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import type { TriedSource } from './rehearsal-document.ts'

/**
 * Whether the tried version of a source can be searched: it is read and brought into the index, beside what is live. Each
 * call takes the next step. Throws what ends the rehearsal: a text that can't be read, chunks that can't be indexed.
 */
export async function prepareSource(trialId: string, source: TriedSource, { ask }: ChatContext): Promise<boolean> {
  const trial = await ask(retrieval.queries.trialRead, { trialId }).catch((error) => {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined
    throw error
  })
  if (trial?.state === 'ready') return true
  if (trial?.state === 'failed') throw new ServiceError('processing_failed', { detail: trial.error?.message })
  if (trial) return false
  const { sourceId } = source
  const content =
    source.kind === 'text'
      ? { kind: source.kind, blobId: source.blobId }
      : { kind: source.kind, version: source.version }
  const version = await ask(ingest.queries.trialExtract, { trialId, sourceId, content })
  await ask(retrieval.queries.trialStart, { trialId, version })
  return false
}

/** Removes the tried version from the index, and the text that it was made of. Idempotent. */
export async function removeTried(trialId: string, source: TriedSource, { ask }: ChatContext): Promise<void> {
  await ask(retrieval.queries.trialEnd, { trialId })
  if (source.kind === 'text') await ask(ingest.queries.trialForget, { trialId, blobId: source.blobId })
}
