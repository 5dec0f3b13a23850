/** Scores by document, and the best of them. Kept from one search to the next: 12 bytes a document of the largest space. */
export class BestScores {
  /** By document; 0 for one that has no score. Whoever sets the first score of a document adds it to `docs`. */
  table = new Float64Array(0)
  /** Documents that have a score, the first `size` places; there is always one more. */
  docs = new Uint32Array(1)
  size = 0

  /** Forgets every score, and makes room for documents below `size`. */
  reset(size: number): void {
    const { table, docs } = this
    for (let i = 0; i < this.size; i++) table[docs[i]!] = 0
    this.size = 0
    if (size <= table.length) return
    this.table = new Float64Array(Math.ceil(size * 1.25))
    this.docs = new Uint32Array(this.table.length + 1)
  }

  /** Gives a document its score. */
  set(doc: number, score: number): void {
    if (this.table[doc] === 0) this.docs[this.size++] = doc
    // 0 says that there is none.
    this.table[doc] = score || Number.MIN_VALUE
  }

  /** The score of a document with its bonus. */
  #total(doc: number, bonus: Bonus | undefined): number {
    return this.table[doc]! + (bonus ? bonus.scores[bonus.groups[doc]!]! : 0)
  }

  /**
   * The score of the document at place `limit` of those that are given; `least` when fewer score higher than that. Minus infinity
   * at the first time, later what it was before: scores only rise.
   */
  threshold(limit: number, bonus?: Bonus, docs = this.docs.subarray(0, this.size), least = Number.NEGATIVE_INFINITY) {
    const heap = new MinHeap(limit)
    for (let i = 0; i < docs.length; i++) {
      const total = this.#total(docs[i]!, bonus)
      if (total > least) heap.offer(total)
    }
    return heap.isFull ? heap.least : least
  }

  /** Those of the given documents whose score with its bonus is at least so high, in their order. */
  reaching(least: number, bonus?: Bonus, docs = this.docs.subarray(0, this.size)): Uint32Array<ArrayBuffer> {
    return docs.filter((doc) => this.#total(doc, bonus) >= least)
  }

  /** The best documents, in no order; more than `limit` when those at the end are equal. */
  best(limit: number, bonus?: Bonus): Uint32Array {
    return this.reaching(this.threshold(limit, bonus), bonus)
  }

  /** The best, best first; equal ones by `order`. `score` is without the bonus. */
  take(limit: number, order: (a: number, b: number) => number, bonus?: Bonus): { doc: number; score: number }[] {
    return [...this.best(limit, bonus)]
      .sort((a, b) => this.#total(b, bonus) - this.#total(a, bonus) || order(a, b))
      .slice(0, limit)
      .map((doc) => ({ doc, score: this.table[doc]! }))
  }
}

/** What is added to the score of a document when documents are compared: the score of its group. */
export type Bonus = { scores: Float32Array; groups: Int32Array }

/** Keeps the `capacity` largest of the numbers that it is offered. */
class MinHeap {
  readonly #numbers: Float64Array
  #size = 0

  constructor(capacity: number) {
    this.#numbers = new Float64Array(capacity)
  }

  get isFull(): boolean {
    return this.#size === this.#numbers.length
  }

  get least(): number {
    return this.#numbers[0]!
  }

  offer(value: number): void {
    if (this.#size < this.#numbers.length) this.#rise(this.#size++, value)
    else if (value > this.#numbers[0]!) this.#sink(value)
  }

  #rise(from: number, value: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#numbers[parent]! <= value) break
      this.#numbers[at] = this.#numbers[parent]!
      at = parent
    }
    this.#numbers[at] = value
  }

  /** In place of the least. */
  #sink(value: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#numbers[child + 1]! < this.#numbers[child]!) child++
      if (this.#numbers[child]! >= value) break
      this.#numbers[at] = this.#numbers[child]!
      at = child
    }
    this.#numbers[at] = value
  }
}
