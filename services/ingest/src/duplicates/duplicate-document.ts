import { collection } from '@frontdesk/documents'
import type { Fingerprint } from './fingerprint-text.ts'

/** The fingerprint of one live content of a source, under the content's id. */
export type FingerprintDocument = Fingerprint & { sourceId: string }

/** One way to find a fingerprint: texts with the same key are worth comparing. */
export type BandDocument = { key: string; contentId: string; sourceId: string }

/** Two sources with the same content, under an id derived from theirs. */
export type DuplicateDocument = {
  first: string
  second: string
  kind: 'exact' | 'near'
  likeness: number
  status: 'open' | 'dismissed'
  createdAt: string
}

export const fingerprints = collection<FingerprintDocument>('ingest-fingerprints', [{ fields: ['sourceId'] }])
export const bands = collection<BandDocument>('ingest-fingerprint-bands', [
  { fields: ['key'] },
  { fields: ['contentId'] },
])
export const duplicates = collection<DuplicateDocument>('ingest-duplicates', [
  { fields: ['createdAt'] },
  { fields: ['status', 'createdAt'] },
  { fields: ['first'] },
  { fields: ['second'] },
])
