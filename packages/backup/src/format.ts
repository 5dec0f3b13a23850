import { z } from 'zod'

/** What a manifest says it is of. */
export const backupFormat = 'frontdesk.backup'
/** Raised when a release before could not restore what this one writes. */
export const backupFormatVersion = 1

export const manifestPath = 'manifest.json'
export const keyPath = 'encryption.key'
export const eventsPath = 'events.jsonl'
export const amendmentsPath = 'amendments.jsonl'
export const laterEventsPath = 'events-later.jsonl'
export const documentsPathOf = (collection: string): string => `documents/${collection}.jsonl`
/** Blobs that an index names, at most: what a reader keeps of checksums that it can't compare yet. */
export const blobsAnIndex = 1_000
export const indexPathOf = (number: number): string => `blobs/index-${String(number).padStart(6, '0')}.jsonl`
const indexForm = /^blobs\/index-\d{6,}\.jsonl$/
export const isIndex = (path: string): boolean => indexForm.test(path)

/** Of a file below the folder of a backup: nothing that leads out of it. */
const path = z
  .string()
  .refine((text) => !text.includes('\\') && text.split('/').every((part) => !['', '.', '..'].includes(part)))

const file = z.object({ path, bytes: z.number().int(), sha256: z.string(), count: z.number().int() })
export type BackupFile = z.output<typeof file>

/** A blob in an index. */
export const indexLine = z.object({
  path,
  tenant: z.string(),
  id: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type IndexLine = z.output<typeof indexLine>

const missingBlob = z.object({ collection: z.string(), tenant: z.string(), id: z.string(), blobId: z.string() })
export type MissingBlob = z.output<typeof missingBlob>

export const backupManifest = z.object({
  format: z.literal(backupFormat),
  formatVersion: z.number().int(),
  /** Of the release that wrote it. */
  frontdesk: z.string(),
  createdAt: z.string(),
  finishedAt: z.string(),
  /** Where it comes from. */
  mode: z.enum(['embedded', 'distributed', 'mixed']),
  documents: z.number().int(),
  blobs: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** Secrets in the documents that only the encryption key opens. */
  secrets: z.number().int(),
  /** A text sealed with the encryption key, to tell the right one by; absent when the backup did not know the key. */
  keyProof: z.string().optional(),
  withKey: z.boolean(),
  groups: z.array(z.object({ group: z.string(), subjects: z.array(z.string()) })),
  /** Blobs that documents named and that were not there when the backup began; the first thousand. */
  missing: z.array(missingBlob),
  missingCount: z.number().int(),
  /** In the order they were written. */
  files: z.array(file),
})
export type BackupManifest = z.output<typeof backupManifest>

/** A tenant's folder: reversible, and safe as a name of a file. */
export const folderOfTenant = (tenant: string): string =>
  encodeURIComponent(tenant).replaceAll('.', '%2E').replaceAll('*', '%2A') || '%'

/** The other end of `folderOfTenant`. */
export const tenantOfFolder = (folder: string): string => (folder === '%' ? '' : decodeURIComponent(folder))
