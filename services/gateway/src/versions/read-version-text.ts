import { ingest } from '@frontdesk/contracts'
import { keptContent } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'

/** What stands between the texts of two contents (pages of a site) in the text of their version. */
export const betweenContents = '\n\n'

/** The largest text of a version that is answered in one reply. */
const maxTextBytes = 128 * 1024 * 1024

/** A version and its whole text, null until it is extracted. Throws `not_found`, `content_missing`, `payload_too_large`. */
export async function readVersionText(reference: { sourceId: string; version: number }, context: GatewayContext) {
  const { textBlobIds, ...version } = await context.ask(ingest.queries.versionRead, reference)
  const texts: string[] = []
  for (const blobId of textBlobIds) {
    const bytes = await keptContent(context.blobs.read(context.tenant, blobId, { maxBytes: maxTextBytes }))
    texts.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  }
  return { ...version, text: texts.length > 0 ? texts.join(betweenContents) : null }
}
