import { hash } from 'node:crypto'
import { words } from '@frontdesk/language'

/** Words in a row that are compared as one. */
const shingleWords = 5
/** Minima kept of a text: the estimate of likeness has a standard error of at most 1/16. */
const minima = 64
/** Minima that have to be the same for two texts to be compared: 16 bands of 4 find .8 alike with 99.98 %, .5 with 64 %. */
const bandRows = 4
/** A text of fewer words than this is alike to others by chance: only an exact copy counts. */
const leastWords = 30

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

/**
 * What tells copies of a text: its words for exact ones, MinHash for near ones (Broder 1997, "On the resemblance and
 * containment of documents"). Linear in the text.
 */
export function fingerprintText(text: string): Fingerprint {
  const all = words(text)
  const exact = hash('sha256', all.join(' '), 'hex')
  if (all.length < leastWords) return { exact, signature: [] }
  const least = new Uint32Array(minima).fill(0xffffffff)
  for (let at = 0; at + shingleWords <= all.length; at++) {
    const base = hashOf(all.slice(at, at + shingleWords).join(' '))
    for (let i = 0; i < minima; i++) {
      const value = mix((Math.imul(base, factors[i]!) + offsets[i]!) >>> 0)
      if (value < least[i]!) least[i] = value
    }
  }
  return { exact, signature: [...least] }
}

/** Texts that share one of these are worth comparing. */
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
