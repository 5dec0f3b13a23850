import type { ManifestMissing } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'
import type { ExportedVersion } from './read-versions.ts'

/** What of a version is not in the blob store. */
export async function findMissingParts(
  { contents, original }: Pick<ExportedVersion, 'contents' | 'original'>,
  { withOriginal }: { withOriginal: boolean },
  { blobs, tenant }: GatewayContext,
): Promise<ManifestMissing['parts']> {
  const areThere = async (blobIds: string[]) => {
    for (const blobId of blobIds) if (!(await blobs.exists(tenant, blobId))) return false
    return true
  }
  const parts: ManifestMissing['parts'] = []
  if (!(await areThere(contents.map(({ textBlobId }) => textBlobId)))) parts.push('text')
  if (!(await areThere(contents.map(({ chunksBlobId }) => chunksBlobId)))) parts.push('chunks')
  if (withOriginal && original && !(await areThere([original.blobId]))) parts.push('original')
  return parts
}
