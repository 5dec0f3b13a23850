import { createHash } from 'node:crypto'
import { words } from '@frontdesk/language'

/** Words in a row that are compared as one. */
const shingleWords = 5
/** Minima kept of a text: the estimate of likeness has a standard error of at most 1/16. */
const minima = 64
/** Minima that have to be the same for two texts to be compared: 16 bands of 4 find .8 alike with 99.98 %, .5 with 64 %. */
const bandRows = 4
/** A text of fewer words than this may be similar by chance: only an exact copy counts. */
const minWords = 30

export type Fingerprint = {
  /** SHA-256 in hex of the words, whatever their case, spaces and punctuation. */
  exact: string
  /** Minima of its shingles' hashes; none for a short text. */
  signature: number[]
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function hashOf(shingle: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < shingle.length; i++) value = Math.imul(value ^ shingle.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** 64 hash functions out of one: odd factors and offsets from a fixed sequence (multiply-shift). */
const factors = Uint32Array.from({ length: minima }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) | 1) >>> 0)
const offsets = Uint32Array.from({ length: minima }, (_, i) => Math.imul(i + 7, 0x85ebca6b) >>> 0)

/** Mixes all bits of a 32-bit number (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Takes words in order, and makes a fingerprint of them all; holds no more than the last few. */
class FingerprintMaker {
  #count = 0
  #exact = createHash('sha256')
  #last: string[] = []
  #least = new Uint32Array(minima).fill(0xffffffff)

  add(text: string): void {
    const all = words(text)
    if (all.length === 0) return
    this.#exact.update(`${this.#count === 0 ? '' : ' '}${all.join(' ')}`)
    this.#count += all.length
    for (const word of all) {
      if (this.#last.push(word) > shingleWords) this.#last.shift()
      if (this.#last.length === shingleWords) this.#addShingle(this.#last.join(' '))
    }
  }

  #addShingle(shingle: string): void {
    const base = hashOf(shingle)
    for (let i = 0; i < minima; i++) {
      const value = mix((Math.imul(base, factors[i]!) + offsets[i]!) >>> 0)
      if (value < this.#least[i]!) this.#least[i] = value
    }
  }

  finish(): Fingerprint {
    return { exact: this.#exact.digest('hex'), signature: this.#count < minWords ? [] : [...this.#least] }
  }
}

/** Bytes of a text that are read at once. */
const sliceBytes = 65_536
/** After this many characters without a space the text is processed without waiting for the end of the word. */
const maxRestLength = 1_000_000

/**
 * What tells copies of a text in UTF-8: its words for exact ones, MinHash for near ones (Broder 1997, "On the resemblance and
 * containment of documents"). Linear in the text, which is read slice by slice.
 */
export function textFingerprint(text: Uint8Array): Fingerprint {
  const maker = new FingerprintMaker()
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < text.length; at += sliceBytes) {
    const slice = rest + decoder.decode(text.subarray(at, at + sliceBytes), { stream: true })
    // No word goes over a space or the end of a line, so none is cut.
    const gap = Math.max(0, slice.lastIndexOf(' '), slice.lastIndexOf('\n'))
    const end = slice.length > maxRestLength ? slice.length : gap
    maker.add(slice.slice(0, end))
    rest = slice.slice(end)
  }
  maker.add(rest + decoder.decode())
  return maker.finish()
}

/** The bands of a fingerprint: texts that share one are compared. */
export function bandsOf({ exact, signature }: Fingerprint): string[] {
  const bands = [`exact:${exact}`]
  for (let at = 0; at < signature.length; at += bandRows) {
    bands.push(`${at / bandRows}:${signature.slice(at, at + bandRows).join(',')}`)
  }
  return bands
}

/** The share of shingles that two texts have in common (Jaccard), estimated, 0..1; 1 for the same words. */
export function likenessOf(a: Fingerprint, b: Fingerprint): number {
  if (a.exact === b.exact) return 1
  if (a.signature.length === 0 || b.signature.length === 0) return 0
  return a.signature.filter((value, i) => value === b.signature[i]).length / minima
}
