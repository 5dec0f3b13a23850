import { searchTokens } from '@frontdesk/language'
import { type RetrievalContext, spaceOf } from './context.ts'
import type { Content } from './live-record.ts'
import { readChunks } from './read-chunks.ts'

/** Texts embedded and chunks written at once: tokens of 64 chunks take 2 ms, and an endpoint takes them in one request. */
const batchSize = 64
/** Chunks between checkpoints. */
const checkpointEvery = 1_024

/** What is tokenised and embedded for a chunk: a question may name what only its title or heading says. */
export const textOf = (title: string, { heading, text }: { heading?: string; text: string }): string =>
  [title, heading, text].filter(Boolean).join('\n')

/**
 * Tokenises, embeds and writes the chunks of contents, then makes them searchable. Starts after the first `done` chunks
 * and tells `checkpoint` how far it is. Writing again what is there changes nothing. Throws `not_found` when a blob is
 * gone, `model_unavailable`, `unavailable`, and the signal's reason when it aborts.
 */
export async function indexContents(
  context: RetrievalContext,
  { sourceId, contents, done }: { sourceId: string; contents: Content[]; done: number },
  checkpoint: (done: number) => Promise<void>,
): Promise<void> {
  const { tenant, blobs, chunkIndex, models, signal } = context
  const space = spaceOf(context)
  let at = 0
  let saved = done
  for (const content of contents) {
    if (at + content.chunks <= done) {
      at += content.chunks
      continue
    }
    for await (const chunks of readChunks(blobs, tenant, content.chunksBlobId, batchSize)) {
      signal.throwIfAborted()
      at += chunks.length
      if (at <= done) continue
      const texts = chunks.map((chunk) => textOf(content.title, chunk))
      const vectors = await models.embed(texts, { signal })
      await chunkIndex.put(
        space,
        chunks.map((chunk, i) => ({
          ...chunk,
          sourceId,
          contentId: content.contentId,
          title: content.title,
          tokens: searchTokens(texts[i]!),
          vector: vectors[i]!,
        })),
      )
      if (at - saved >= checkpointEvery) {
        await checkpoint(at)
        saved = at
      }
    }
  }
  await chunkIndex.refresh(space)
}
