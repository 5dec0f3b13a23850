import type { TablePart } from '@frontdesk/contracts'

/**
 * Where chunks of one tenant live, for one embedding model. Another model is another generation, so both can stand side by
 * side. Without `dimensions` (0) no vectors are kept.
 */
export type Space = { tenant: string; generation: string; dimensions: number }

/** A chunk to index, keyed by `contentId` and `index`. */
export type IndexedChunk = {
  sourceId: string
  contentId: string
  index: number
  text: string
  title: string
  /** Of the file that the content comes from: searched beside the title. */
  fileName?: string
  heading?: string
  /** Lines of the text that are headings. Only carried, never searched. */
  headings?: string[]
  page?: number
  start: number
  end: number
  /** Only carried, never searched. */
  tables?: TablePart[]
  /** Whose stems its words are found by, ISO 639-1; null when it can't be told. */
  language: string | null
  /** `dimensions` numbers of unit length, in a space that has any. */
  vector?: number[]
}

/** A chunk that was found. */
export type Candidate = Omit<IndexedChunk, 'fileName' | 'language' | 'vector'> & {
  /** In the lexical list its score over the highest that any chunk could have for the question, 0..1; cosine in the vector list. */
  score: number
  /** The part of the whole document's score in its own highest, 0..1; 0 in the vector list. */
  document: number
}

/** What the index knows of a question: how many of its `chunks` hold each word (its stem). */
export type AskedWords = { chunks: number; words: { word: string; frequency: number }[] }

export type Found = { lexical: Candidate[]; vector: Candidate[]; asked: AskedWords }

export interface ChunkIndex {
  /** Writes or overwrites; the same chunks twice leave one of each. Searchable after `refresh` at the latest. */
  put(space: Space, chunks: IndexedChunk[]): Promise<void>
  /**
   * Everything put before is searchable when this resolves. `contentIds`: contents whose chunks were put since, now whole;
   * what is searched of them as documents is made anew.
   */
  refresh(space: Space, contentIds?: string[]): Promise<void>
  /**
   * The best by each list, best first, at most `limit` in each; a space that never was has none. The lexical list is empty
   * without words in the question, and scores as `ranking/constants.ts` says; the vector list is empty without a vector.
   * `contentIds`, when given, limits both lists to those contents, before they are cut to `limit` (1 or more). Equal ones stand in the
   * order of content and index.
   */
  search(
    space: Space,
    query: { question: string; vector?: number[]; limit: number; contentIds?: string[] },
  ): Promise<Found>
  removeContents(space: Space, contentIds: string[]): Promise<void>
  /** Chunks in the space, counting every content, live or not. */
  count(space: Space): Promise<number>
  /**
   * How many chunks of each content the space holds, at most 1,000 contents at a time; contents without any are left out.
   * What was put since the last `refresh` may not be counted.
   */
  contentCounts(space: Space, contentIds: string[]): Promise<Map<string, number>>
  /** Every generation of the tenant, gone. */
  eraseTenant(tenant: string): Promise<void>
  check(): Promise<void>
  /** Waits for background maintenance to reach a stopping point. */
  close(): Promise<void>
}
