/** Where chunks of one tenant live, for one embedding model. Another model is another generation, so both can stand side by side. */
export type Space = { tenant: string; generation: string; dimensions: number }

/** A chunk to index, keyed by `contentId` and `index`. `tokens` come ready-made from our own code. */
export type IndexedChunk = {
  sourceId: string
  contentId: string
  index: number
  text: string
  title: string
  heading?: string
  page?: number
  start: number
  end: number
  tokens: string[]
  /** `dimensions` numbers of unit length. */
  vector: number[]
}

/** A chunk that was found. `score`: BM25 (k1 1.2, b 0.75) in the lexical list, cosine in the vector list. */
export type Candidate = Omit<IndexedChunk, 'tokens' | 'vector'> & { score: number }

export interface ChunkIndex {
  /** Writes or overwrites; the same chunks twice leave one of each. Searchable after `refresh` at the latest. */
  put(space: Space, chunks: IndexedChunk[]): Promise<void>
  /** Everything put before is searchable when this resolves. */
  refresh(space: Space): Promise<void>
  /**
   * The best by each list, best first, at most `limit` in each; a space that never was has none. `tokens` are matched by
   * any; `contentIds`, when given, limits both lists to those contents, before they are cut to `limit`.
   */
  candidates(
    space: Space,
    query: { tokens: string[]; vector?: number[]; limit: number; contentIds?: string[] },
  ): Promise<{ lexical: Candidate[]; vector: Candidate[] }>
  /**
   * How many chunks of the space hold each token, in the order of `tokens`, and how many chunks that is out of: what BM25
   * weighs tokens by. Exact for a small space after `refresh`; for a large one it may be estimated from a sample, or be
   * up to a tenth of the chunks behind. A space that never was has 0.
   */
  documentFrequencies(space: Space, tokens: string[]): Promise<{ chunks: number; frequencies: number[] }>
  removeContents(space: Space, contentIds: string[]): Promise<void>
  /** Chunks in the space, counting every content, live or not. */
  count(space: Space): Promise<number>
  /** Every generation of the tenant, gone. */
  eraseTenant(tenant: string): Promise<void>
  check(): Promise<void>
  /** Waits for background maintenance to reach a stopping point. */
  close(): Promise<void>
}
