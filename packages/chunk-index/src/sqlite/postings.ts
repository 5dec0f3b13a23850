import { packCounts } from '../ranking/chunk-terms.ts'

/** A posting begins with the gap to the document before and two bits: how often its body holds the token, up to three times and nothing else does, or `others`. */
const others = 3
const onlyBody = [packCounts(1, 0, 0), packCounts(2, 0, 0), packCounts(3, 0, 0)]
const bodyUnit = onlyBody[0]!

/**
 * Postings of one token, in the order of their documents, as variable-length numbers of seven bits a byte (Zobel and
 * Moffat 2006, "Inverted files for text search engines", section 7). Some 1.3 bytes a posting.
 */
export class PostingWriter {
  /** Documents written so far. */
  count = 0
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(16)
  #length = 0
  #last = -1

  /** Documents come in rising order; `counts` are those of `packCounts`, not all of them 0. */
  add(doc: number, counts: number): void {
    const gap = doc - this.#last
    this.#last = doc
    this.count++
    const place = onlyBody.indexOf(counts)
    this.#number(gap * 4 + (place < 0 ? others : place))
    if (place < 0) this.#number(counts)
  }

  /** All that was added. The writer must not be used after it. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2)
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }
}

/**
 * Reads every posting that a `PostingWriter` wrote into `docs` and `counts` from `at` on, in the order of the documents, and
 * answers where they end there. A posting takes a byte at least, so `bytes.length` places are enough.
 */
function readPostings(bytes: Uint8Array, docs: Uint32Array, counts: Uint32Array, at: number): number {
  const { length } = bytes
  let doc = -1
  let size = at
  for (let next = 0; next < length; ) {
    let byte = bytes[next++]!
    let low = byte & 3
    if (byte < 128) doc += byte >> 2
    else {
      // Whole numbers up to four bytes; products beyond, where bits end.
      let value = byte & 127
      let shift = 7
      do {
        byte = bytes[next++]!
        value |= (byte & 127) << shift
        shift += 7
      } while (byte >= 128 && shift < 28)
      low = value & 3
      if (byte < 128) doc += value >> 2
      else {
        let large = value
        for (let factor = 2 ** 28; byte >= 128; factor *= 128) {
          byte = bytes[next++]!
          large += (byte & 127) * factor
        }
        doc += (large - low) / 4
      }
    }
    let held = (low + 1) * bodyUnit
    if (low === others) {
      held = 0
      for (let shift = 0; ; shift += 7) {
        byte = bytes[next++]!
        held |= (byte & 127) << shift
        if (byte < 128) break
      }
    }
    docs[size] = doc
    counts[size++] = held
  }
  return size
}

/** Documents and counts of some tokens, side by side, in memory that the next ones use again. */
export class ReadPostings {
  /** Where the last ones end. */
  size = 0
  docs = new Uint32Array(1_024)
  counts = new Uint32Array(1_024)

  /** Reads postings in place of what was read before. */
  read(bytes: Uint8Array): this {
    this.size = 0
    return this.append(bytes)
  }

  /** Reads postings behind those that were read before. */
  append(bytes: Uint8Array): this {
    this.#grow(this.size + bytes.length)
    this.size = readPostings(bytes, this.docs, this.counts, this.size)
    return this
  }

  #grow(size: number): void {
    if (size <= this.docs.length) return
    const { docs, counts } = this
    this.docs = new Uint32Array(Math.ceil(size * 1.5))
    this.counts = new Uint32Array(this.docs.length)
    this.docs.set(docs.subarray(0, this.size))
    this.counts.set(counts.subarray(0, this.size))
  }
}

/** The order in which SQLite keeps texts: by code points, where JavaScript compares code units. */
export function compareTokens(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (left !== right) return byCodePoint(left) - byCodePoint(right)
  }
  return a.length - b.length
}

/** Halves of characters beyond the basic plane come after all of it. */
const byCodePoint = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)
