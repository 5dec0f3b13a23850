import type { Description } from '../extraction/document.ts'
import type { SourceDocument } from './source-document.ts'

const maxTags = 50

/**
 * A source with the tags and metadata that its newest text gives it, in place of those that the text before gave it. What a
 * person set stays.
 */
export function describedBy(source: SourceDocument, { tags, metadata }: Description): SourceDocument {
  const before = source.described ?? { tags: [], metadata: {} }
  const kept = source.tags.filter((tag) => !before.tags.includes(tag))
  const own = Object.entries(source.metadata).filter(([name, value]) => before.metadata[name] !== value)
  const { described: _, ...rest } = source
  const isEmpty = tags.length === 0 && Object.keys(metadata).length === 0
  return {
    ...rest,
    tags: [...new Set([...kept, ...tags])].slice(0, maxTags),
    metadata: { ...metadata, ...Object.fromEntries(own) },
    ...(!isEmpty && { described: { tags: tags.filter((tag) => !kept.includes(tag)), metadata } }),
  }
}
