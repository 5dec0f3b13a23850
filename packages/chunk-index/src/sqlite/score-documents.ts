import { bodyOf, headingOf, titleOf } from '../ranking/chunk-terms.ts'
import { idf, ranking } from '../ranking/constants.ts'
import type { OpenSpace } from './open-space.ts'
import type { TokenPostings } from './token-postings.ts'

const { k1, document } = ranking

/** Scores whole contents by the postings of their chunks. Kept from one search to the next: 24 bytes a content. */
export class DocumentScores {
  /** By content. */
  scores = new Float32Array(0)
  /** By content and one more, as `OpenSpace.scoredContents` has them; 0 between two tokens. */
  #frequencies = new Float64Array(0)
  /** The same way, the number of the token that was last counted there. */
  #tokens = new Int32Array(0)
  #token = 0
  /** Contents that hold the token, and those that have a score. */
  #touched = new Uint32Array(0)
  #scored = new Uint32Array(0)
  #scoredCount = 0
  /** The highest score that a content could have. */
  bound = 0

  /** Forgets every score, and makes room for those of a space. */
  reset({ knownContents }: OpenSpace): void {
    for (let i = 0; i < this.#scoredCount; i++) this.scores[this.#scored[i]!] = 0
    this.#scoredCount = 0
    this.bound = 0
    if (knownContents < this.scores.length) return
    const size = Math.ceil(knownContents * 1.25) + 2
    this.scores = new Float32Array(size)
    this.#frequencies = new Float64Array(size)
    this.#tokens = new Int32Array(size)
    this.#touched = new Uint32Array(size)
    this.#scored = new Uint32Array(size)
    this.#token = 0
  }

  /** The highest score that a content has. */
  get highest(): number {
    let highest = 0
    for (let i = 0; i < this.#scoredCount; i++) highest = Math.max(highest, this.scores[this.#scored[i]!]!)
    return highest
  }

  /** Adds a token to the scores of the contents that hold it. `share` is what it counts for; `isGram` says in which view. */
  add(space: OpenSpace, postings: TokenPostings, { share, isGram }: { share: number; isGram: boolean }): void {
    if (++this.#token === 2 ** 31) {
      this.#tokens.fill(0)
      this.#token = 1
    }
    const touched = this.#count(space, postings)
    const view = isGram ? 1 : 0
    const weight = document.weight * share * idf(touched, space.documents) * (k1 + 1)
    this.bound += weight
    const average = space.documentSums[view] / space.documents
    const lengths = space.documentLengths[view]
    const { scores } = this
    const contents = this.#touched
    const frequencies = this.#frequencies
    for (let i = 0; i < touched; i++) {
      const place = contents[i]!
      const content = place - 1
      const frequency = frequencies[place]!
      frequencies[place] = 0
      const norm = k1 * (1 - document.b + (document.b * lengths[content]!) / average)
      if (scores[content] === 0) this.#scored[this.#scoredCount++] = content
      scores[content]! += (weight * frequency) / (frequency + norm)
    }
  }

  /**
   * Counts a token in each content, and answers how many hold it. Without branches: whether a posting begins a content is
   * what no processor can foresee.
   */
  #count({ scoredContents }: OpenSpace, { docs, counts, from, to }: TokenPostings): number {
    const tokens = this.#tokens
    const frequencies = this.#frequencies
    const contents = this.#touched
    const token = this.#token
    // What is not scored counts for no content, which is never new.
    tokens[0] = token
    let touched = 0
    for (let i = from; i < to; i++) {
      const place = scoredContents[docs[i]!]!
      const held = counts[i]!
      const difference = tokens[place]! ^ token
      const isNew = (difference | -difference) >>> 31
      tokens[place] = token
      contents[touched] = place
      touched += isNew
      frequencies[place]! += bodyOf(held) + headingOf(held) + isNew * document.titleWeight * titleOf(held)
    }
    frequencies[0] = 0
    return touched
  }
}
