/** What an entry takes beside its postings: its key, its row, and the buffer's own. */
const entryBytes = 300

/**
 * Postings of tokens in segments, which never change, so that questions that share words don't read them again. Two
 * generations: what is asked for moves to the younger one, and when that has half of `maxBytes`, the older one is let go of.
 */
export class PostingCache {
  #young = new Map<string, Uint8Array | null>()
  #old = new Map<string, Uint8Array | null>()
  #youngBytes = 0
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Null when the segment has no such token; undefined when that is not known. */
  get(segment: number, token: string): Uint8Array | null | undefined {
    const key = `${segment} ${token}`
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.#keep(key, old)
    return old
  }

  set(segment: number, token: string, postings: Uint8Array | null): void {
    this.#keep(`${segment} ${token}`, postings)
  }

  /** Forgets everything: a segment whose transaction was undone gives its number to another. */
  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngBytes = 0
  }

  #keep(key: string, postings: Uint8Array | null): void {
    this.#young.set(key, postings)
    this.#youngBytes += entryBytes + (postings?.length ?? 0)
    if (this.#youngBytes * 2 < this.#maxBytes) return
    this.#old = this.#young
    this.#young = new Map()
    this.#youngBytes = 0
  }
}
