import { collection } from '@frontdesk/documents'

/** One content of a live version and where its chunks can be read again. */
export type Content = { contentId: string; chunksBlobId: string; chunks: number; title: string; url?: string }

/** Chunks of one content in one space of the index. */
export type Copy = { contentId: string; generation: string; dimensions: number }

/** What stands in the index for a source, and which of it answers. The only place that says so. */
export type LiveRecord = {
  title: string
  url?: string
  /** The version that answers; 0 while none does. */
  version: number
  /** The embedding generation of `contents`, null while nothing answers. */
  generation: string | null
  dimensions: number
  contents: Content[]
  /** The source is gone for good: nothing that comes later of this `life` makes anything of it live. */
  deleted: boolean
  /** How often the source has come into being; 1 when it doesn't say. */
  life?: number
  /** A version on its way into the index: its contents must stay, and the first `done` chunks are there. */
  indexing: { version: number; generation: string; dimensions: number; contents: Content[]; done: number } | null
  /** The live version on its way into the current generation, the first `done` chunks being there, until when it is in hand. */
  renewal?: { version: number; generation: string; dimensions: number; done: number; until: number }
  /** Copies that nothing needs any more, to be removed after `removeAfter` (milliseconds since 1970). */
  retired: Copy[]
  removeAfter: number | null
  /** Copies that are being removed now; nobody may put them again before that is over. */
  removing: Copy[]
}

/** Searches that began before a flip may still look at what was live then; a question has 5 s. */
export const graceMs = 10_000

export const live = collection<LiveRecord>('retrieval-live', [
  { fields: ['removeAfter'], acrossTenants: true },
  { fields: ['generation'], acrossTenants: true },
  { fields: ['generation'] },
])

export const emptyRecord: LiveRecord = {
  title: '',
  version: 0,
  generation: null,
  dimensions: 0,
  contents: [],
  deleted: false,
  indexing: null,
  retired: [],
  removeAfter: null,
  removing: [],
}

const keyOf = (copy: Copy): string => `${copy.generation}\n${copy.dimensions}\n${copy.contentId}`

export const copiesOf = (part: { contents: Content[]; generation: string | null; dimensions: number }): Copy[] =>
  part.contents.flatMap(({ contentId }) =>
    part.generation === null ? [] : [{ contentId, generation: part.generation, dimensions: part.dimensions }],
  )

/** Every copy that a record speaks of: what answers, what is on its way in, and what is being embedded again. */
const standingIn = (record: LiveRecord): Copy[] => [
  ...copiesOf(record),
  ...(record.indexing ? copiesOf(record.indexing) : []),
  ...(record.renewal?.version === record.version ? copiesOf({ ...record, ...record.renewal }) : []),
]

/**
 * The record after a change: whatever `before` had in the index and `after` needs no more is retired, with the `also`
 * copies that a handler may have put meanwhile; what `after` needs is not.
 */
export function retireRest(before: LiveRecord, after: LiveRecord, now: number, also: Copy[] = []): LiveRecord {
  const needed = new Set(standingIn(after).map(keyOf))
  const standing = [...before.retired, ...standingIn(before), ...also]
  const retired = [...new Map(standing.map((copy) => [keyOf(copy), copy])).values()].filter(
    (copy) => !needed.has(keyOf(copy)),
  )
  return { ...after, retired, removeAfter: retired.length + after.removing.length > 0 ? now + graceMs : null }
}

/** Whether copies are just being removed, so that putting them now could lose them. */
export function isBeingRemoved(record: LiveRecord, copies: Copy[]): boolean {
  const removing = new Set(record.removing.map(keyOf))
  return copies.some((copy) => removing.has(keyOf(copy)))
}
