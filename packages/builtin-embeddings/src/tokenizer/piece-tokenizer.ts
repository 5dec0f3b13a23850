import { Buffer } from 'node:buffer'
import type { Weights } from '../weights/read-weights.ts'

/** Splits texts into the pieces that a model knows. */
export type PieceTokenizer = {
  /** The numbers of a text's pieces, without the model's marks of beginning and end; at most `limit`. */
  encode(text: string, limit?: number): number[]
}

/** Stands for a space, before the word that follows it. */
const wordMark = '\u2581'
const [markByte1, markByte2, markByte3] = Buffer.from(wordMark) as unknown as [number, number, number]
/** How much less likely a character is that no piece holds than the least likely piece. */
const penalty = 10

/**
 * The tokenizer of XLM-R: the likeliest sequence of pieces (unigram, Viterbi) of the text, its characters replaced as
 * sentencepiece does, its spaces joined and made part of the following word. Pieces stay in the bytes that they were read
 * from: a quarter of a million strings would take ten times the memory.
 */
export function pieceTokenizer(pieces: Weights['pieces']): PieceTokenizer {
  const { unknown, text } = pieces
  const offsets = new Uint32Array(copied(pieces.offsets))
  const scores = new Float32Array(copied(pieces.scores))
  const replacements = readReplacements(pieces)
  const table = hashPieces(text, offsets, scores)
  const longest = offsets.reduce((most, end, i) => (i ? Math.max(most, end - offsets[i - 1]!) : 0), 0)
  const unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - penalty

  function find(bytes: Buffer, from: number, to: number, hash: number): number {
    for (let slot = hash & (table.length - 1); table[slot]! !== 0; slot = (slot + 1) & (table.length - 1)) {
      const piece = table[slot]! - 1
      const start = offsets[piece]!
      if (offsets[piece + 1]! - start === to - from && isSame(text, start, bytes, from, to - from)) return piece
    }
    return -1
  }

  return {
    encode(input, limit = Number.POSITIVE_INFINITY) {
      const bytes = Buffer.from(normalize(input, replacements))
      const best = new Float64Array(bytes.length + 1).fill(Number.NEGATIVE_INFINITY)
      const piece = new Int32Array(bytes.length + 1)
      const from = new Int32Array(bytes.length + 1)
      best[0] = 0
      for (let i = 0; i < bytes.length; i++) {
        if (isInside(bytes[i]!)) continue
        const end = Math.min(bytes.length, i + longest)
        let hash = hashBasis
        let isFirst = true
        for (let e = i; e < end; ) {
          do hash = Math.imul(hash ^ bytes[e]!, hashPrime)
          while (++e < bytes.length && isInside(bytes[e]!))
          const found = find(bytes, i, e, spread(hash))
          const score =
            found >= 0 ? best[i]! + scores[found]! : isFirst ? best[i]! + unknownScore : Number.NEGATIVE_INFINITY
          if (score > best[e]!) {
            best[e] = score
            piece[e] = found >= 0 ? found : unknown
            from[e] = i
          }
          isFirst = false
          // No piece reaches into the next word.
          if (bytes[e] === markByte1 && bytes[e + 1] === markByte2 && bytes[e + 2] === markByte3) break
        }
      }
      const result: number[] = []
      for (let e = bytes.length; e > 0; e = from[e]!) {
        // Characters that no piece holds are one unknown piece, however many follow each other.
        if (piece[e] !== unknown || result.at(-1) !== unknown) result.push(piece[e]!)
      }
      return result.reverse().slice(0, limit)
    },
  }
}

/** The text as the pieces spell it. */
function normalize(input: string, replacements: Map<number, string>): string {
  let text = ''
  let last = ''
  for (const given of input.toWellFormed())
    for (const character of replacements.get(given.codePointAt(0)!) ?? given) {
      const joined = last && joins.test(character) ? (last + character).normalize('NFC') : ''
      if (joined && joined.length === String.fromCodePoint(joined.codePointAt(0)!).length) last = joined
      else {
        text += last
        last = character
      }
    }
  return wordMark + (text + last).replace(/^ +| +$/g, '').replace(/ +/g, wordMark)
}

/** Accents, and the parts of Korean syllables: joined with the letter before, but, unlike in NFC, not put in order first. */
const joins = /[\p{M}\u1160-\u11ff]/u

function readReplacements({ replacements, replacementCount }: Weights['pieces']): Map<number, string> {
  const map = new Map<number, string>()
  for (let at = 0, i = 0; i < replacementCount; i++) {
    const from = replacements.readUInt32LE(at)
    const count = replacements.readUInt8(at + 4)
    const to = Array.from({ length: count }, (_, j) => replacements.readUInt32LE(at + 5 + 4 * j))
    map.set(from, String.fromCodePoint(...to))
    at += 5 + 4 * count
  }
  return map
}

const hashBasis = 0x811c9dc5 | 0
const hashPrime = 0x01000193
const spread = (hash: number) => (hash ^ (hash >>> 15)) >>> 0

/**
 * Slots that hold the number of a piece and one more, 0 where there is none; half of them stay empty. The model's marks
 * (`<s>`, `<mask>` …) are the pieces that score 0: a text that spells them means something else.
 */
function hashPieces(text: Buffer, offsets: Uint32Array, scores: Float32Array): Int32Array {
  const table = new Int32Array(2 ** Math.ceil(Math.log2(scores.length * 2)))
  for (const [piece, score] of scores.entries()) {
    const [start, end] = [offsets[piece]!, offsets[piece + 1]!]
    if (score === 0 || start === end) continue
    let hash = hashBasis
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ text[i]!, hashPrime)
    let slot = spread(hash) & (table.length - 1)
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
    table[slot] = piece + 1
  }
  return table
}

/** Whether a byte of UTF-8 continues a character. */
const isInside = (byte: number) => (byte & 0xc0) === 0x80

function isSame(a: Buffer, aFrom: number, b: Buffer, bFrom: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[aFrom + i] !== b[bFrom + i]) return false
  return true
}

const copied = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer
