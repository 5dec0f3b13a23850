import type { Content, Copy, LiveRecord } from './live-record-document.ts'

/** Searches that began before a flip may still look at what was live then; a question has 5 s. */
export const graceMs = 10_000

const keyOf = (copy: Copy): string => `${copy.generation}\n${copy.dimensions}\n${copy.contentId}`

export const copiesOf = (part: { contents: Content[]; generation: string | null; dimensions: number }): Copy[] =>
  part.contents.flatMap(({ contentId }) =>
    part.generation === null ? [] : [{ contentId, generation: part.generation, dimensions: part.dimensions }],
  )

/** Every copy that a record needs: what answers, what is on its way in, and what is being embedded again. */
const copiesNeededBy = (record: LiveRecord): Copy[] => [
  ...copiesOf(record),
  ...(record.indexing ? copiesOf(record.indexing) : []),
  ...(record.renewal?.version === record.version ? copiesOf({ ...record, ...record.renewal }) : []),
]

/**
 * The record after a change: whatever `before` had in the index and `after` needs no more is retired, with the `also`
 * copies that a handler may have put meanwhile; what `after` needs is not.
 */
export function retireUnneeded(before: LiveRecord, after: LiveRecord, now: number, also: Copy[] = []): LiveRecord {
  const needed = new Set(copiesNeededBy(after).map(keyOf))
  const present = [...before.retired, ...copiesNeededBy(before), ...also]
  const retired = [...new Map(present.map((copy) => [keyOf(copy), copy])).values()].filter(
    (copy) => !needed.has(keyOf(copy)),
  )
  return { ...after, retired, removeAfter: retired.length + after.removing.length > 0 ? now + graceMs : null }
}

/** Whether copies are just being removed, so that putting them now could lose them. */
export function isBeingRemoved(record: LiveRecord, copies: Copy[]): boolean {
  const removing = new Set(record.removing.map(keyOf))
  return copies.some((copy) => removing.has(keyOf(copy)))
}
