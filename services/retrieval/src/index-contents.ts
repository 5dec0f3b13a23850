import { chunksPerVectorBlob } from '@frontdesk/contracts'
import { searchTokens } from '@frontdesk/language'
import { keepVectors, readVectors } from './content-vectors.ts'
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
 * Tokenises, embeds (unless their vectors are kept from before, and not told `anew`) and writes the chunks of contents,
 * then makes them searchable. Starts after the first `done` chunks and tells `checkpoint` how far it is. Writing again what is there
 * changes nothing. Throws `not_found` when a blob is gone, `model_unavailable`, `unavailable`, and the signal's reason when it aborts.
 */
export async function indexContents(
  context: RetrievalContext,
  { sourceId, contents, done, anew }: { sourceId: string; contents: Content[]; done: number; anew?: true },
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
    let part = 0
    for await (const chunks of readChunks(blobs, tenant, content.chunksBlobId, chunksPerVectorBlob)) {
      at += chunks.length
      const kept = { contentId: content.contentId, part: part++, count: chunks.length }
      if (at <= done) continue
      const known = anew ? undefined : await readVectors(kept, context)
      const vectors: Float32Array[] = []
      for (let from = 0; from < chunks.length; from += batchSize) {
        signal.throwIfAborted()
        const batch = chunks.slice(from, from + batchSize)
        const texts = batch.map((chunk) => textOf(content.title, chunk))
        const own = known
          ? known.slice(from, from + batchSize).map((vector) => Array.from(vector))
          : await models.embed(texts, { signal })
        if (!known) vectors.push(...own.map((vector) => Float32Array.from(vector)))
        await chunkIndex.put(
          space,
          batch.map((chunk, i) => ({
            ...chunk,
            sourceId,
            contentId: content.contentId,
            title: content.title,
            tokens: searchTokens(texts[i]!),
            vector: own[i]!,
          })),
        )
      }
      if (!known) await keepVectors(kept, vectors, context)
      if (at - saved < checkpointEvery) continue
      await checkpoint(at)
      saved = at
    }
  }
  await chunkIndex.refresh(space)
}
