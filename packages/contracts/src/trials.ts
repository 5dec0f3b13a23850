import { z } from 'zod'
import { query } from './define.ts'
import { id } from './identifiers.ts'

/** One immutable content of a version (one a page or file). `chunksBlobId` names JSON lines, a `chunk` record a line. */
export const contentRef = z.object({
  contentId: id,
  chunksBlobId: id,
  chunks: z.number().int(),
  title: z.string(),
  url: z.string().optional(),
})

/** A version of a source that is tried before it is live. */
export const triedVersion = z.object({
  sourceId: id,
  version: z.number().int(),
  title: z.string(),
  url: z.string().optional(),
  filename: z.string().optional(),
  contents: z.array(contentRef),
})
export type TriedVersion = z.output<typeof triedVersion>

/** What ingest answers about trials. */
export const trialQueries = {
  /**
   * What a source would say, as contents of their own that are not live: of a text (a blob), or of a
   * stored version. The same trial again answers the same. Throws `not_found`, `conflict` for a version that was never
   * Ready, and what extraction refuses.
   */
  trialExtract: query(
    'query.ingest.trial.extract.v1',
    z.object({
      trialId: id,
      sourceId: id,
      content: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), blobId: id }),
        z.object({ kind: z.literal('version'), version: z.number().int() }),
      ]),
    }),
    triedVersion,
    { timeoutMs: 60_000, maxInFlight: 4 },
  ),
  /** Removes the text of a trial and what `trialExtract` made of it. */
  trialForget: query('query.ingest.trial.forget.v1', z.object({ trialId: id, blobId: id }), z.object({})),
}
