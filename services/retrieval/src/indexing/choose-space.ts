import type { Space } from '@frontdesk/chunk-index'
import { type RetrievalContext, spaceOf, wordsSpaceOf } from '../context.ts'
import type { Content, LiveRecord } from '../live/live-record-document.ts'
import { hasVectors } from './content-vectors.ts'

/** Chunks that are embedded before a version is live: three to eight seconds of the built-in model on one core. */
export const embeddedAtOnce = 100

/**
 * Where a version is written before it is live: with its vectors, or without them where there are many to make. Contents that
 * stand there already, or whose vectors are kept, need none.
 */
export async function chooseSpace(
  contents: Content[],
  record: LiveRecord | undefined,
  context: RetrievalContext,
): Promise<Space> {
  const space = spaceOf(context)
  if (space.dimensions === 0) return space
  const isCurrent = record?.generation === space.generation
  const standing = new Set(isCurrent ? record.contents.map(({ contentId }) => contentId) : [])
  let toEmbed = 0
  for (const { contentId, chunks } of contents) {
    if (standing.has(contentId) || (await hasVectors(contentId, context))) continue
    toEmbed += chunks
    if (toEmbed > embeddedAtOnce) return wordsSpaceOf(context)
  }
  return space
}
