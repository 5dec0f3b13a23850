import type { Space } from '@frontdesk/chunk-index'
import { type Chunk, chunksPerVectorBlob } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { type RetrievalContext, spaceOf } from '../context.ts'
import type { Content } from '../live/live-record-document.ts'
import { readVectors, storeVectors } from './content-vectors.ts'
import { readChunks } from './read-chunks.ts'

/** Texts embedded and chunks written at once: an endpoint takes them in one request. */
const batchSize = 64
/** Of a content, to tell its language. */
const languageSampleCharacters = 4_000
/** Chunks between checkpoints: written by their words, and embedded, which takes some hundred times as long. */
const checkpointEvery = 1_024
const checkpointEveryEmbedded = chunksPerVectorBlob

/** What is embedded for a chunk: a question may name what only its title or heading says. */
const textOf = (title: string, { heading, text }: { heading?: string; text: string }): string =>
  [title, heading, text].filter(Boolean).join('\n')

type Contents = {
  sourceId: string
  filename: string | undefined
  contents: Content[]
  done: number
  /** Every content that is whole when these are, where that is more. */
  whole?: Content[]
  anew?: boolean
  /** Where they are written; the current one unless told. */
  space?: Space
  /** Called before each batch; throws when the work is another's by now. */
  hold?: () => Promise<void>
}

type Batch = { content: Content; part: number; chunks: Chunk[] }

/** The vectors of a blob's worth of chunks: those that are kept, or else made now, which are kept then. */
async function* embedded({ content, part, chunks }: Batch, anew: boolean, context: RetrievalContext) {
  const { models, signal } = context
  const kept = { contentId: content.contentId, part, count: chunks.length }
  const known = anew ? undefined : await readVectors(kept, context)
  const made: Float32Array[] = []
  for (let from = 0; from < chunks.length; from += batchSize) {
    const batch = chunks.slice(from, from + batchSize)
    const texts = batch.map((chunk) => textOf(content.title, chunk))
    const vectors = known ? known.slice(from, from + batchSize) : await models.embed(texts, { kind: 'passage', signal })
    if (!known) made.push(...vectors.map((vector) => Float32Array.from(vector)))
    yield batch.map((chunk, i) => ({ ...chunk, vector: Array.from(vectors[i]!) }))
  }
  if (!known) await storeVectors(kept, made, context)
}

/** The chunks as they are, without vectors. */
function* plain({ chunks }: Batch) {
  yield chunks
}

/**
 * Embeds the chunks of contents, where the space has vectors (unless they are kept from before, and not told `anew`), writes
 * them, and makes them searchable. Starts after the first `done` chunks and tells `checkpoint` how far it is. Writing again
 * what is there changes nothing. Throws `not_found` when a blob is gone, `model_unavailable`, `unavailable`, and the signal's reason when it aborts.
 */
export async function indexContents(
  context: RetrievalContext,
  { sourceId, filename, contents, done, whole = contents, anew = false, space = spaceOf(context), hold }: Contents,
  checkpoint: (done: number) => Promise<void>,
): Promise<void> {
  const { tenant, blobs, chunkIndex, signal } = context
  const hasVectors = space.dimensions > 0
  const readAtOnce = hasVectors ? chunksPerVectorBlob : batchSize
  let at = 0
  let saved = done
  for (const content of contents) {
    if (at + content.chunks <= done) {
      at += content.chunks
      continue
    }
    const { contentId, title } = content
    let part = 0
    let language: string | null = null
    for await (const chunks of readChunks(blobs, tenant, content.chunksBlobId, readAtOnce)) {
      if (part === 0) language = languageOf(chunks)
      at += chunks.length
      const batch = { content, part: part++, chunks }
      if (at <= done) continue
      for await (const some of hasVectors ? embedded(batch, anew, context) : plain(batch)) {
        signal.throwIfAborted()
        await hold?.()
        const fields = { sourceId, contentId, title, language, ...(filename !== undefined && { fileName: filename }) }
        await chunkIndex.put(
          space,
          some.map((chunk) => ({ ...chunk, ...fields })),
        )
      }
      if (at - saved < (hasVectors ? checkpointEveryEmbedded : checkpointEvery)) continue
      await checkpoint(at)
      saved = at
    }
  }
  await chunkIndex.refresh(
    space,
    whole.map(({ contentId }) => contentId),
  )
}

/** The language of a content, by how it begins. */
function languageOf(chunks: Chunk[]): string | null {
  let text = ''
  for (const chunk of chunks) {
    text += `${chunk.text}\n`
    if (text.length > languageSampleCharacters) break
  }
  return detectLanguage(text)
}
