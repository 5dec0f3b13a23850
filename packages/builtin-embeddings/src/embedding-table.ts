import { readSync } from 'node:fs'
import { dequantize } from './onnx/quantized-layer.ts'
import { blockBytes, blockSize, type Weights } from './weights/read-weights.ts'

/** What goes into the encoder for the pieces of a text: for each, the sum of its embedding and that of its place. */
export type EmbeddingTable = { embed(pieces: number[]): Float32Array }

/** Reads the 4-bit row of a piece into `row`. */
export type ReadRow = (piece: number, row: Uint8Array) => void

/**
 * Looks embeddings up. The rows of the pieces, most of the model, stay where they are: a text needs some hundred of a quarter
 * of a million.
 */
export function embeddingTable(weights: Weights, readRow: ReadRow): EmbeddingTable {
  const { hidden, positions } = weights.header
  const kind = floatsOf(weights.floats('emb.type').bytes)
  const places = floatsOf(weights.floats('emb.pos').bytes)
  for (let i = 0; i < places.length; i++) places[i]! += kind[i % hidden]!
  const row = new Uint8Array((hidden / blockSize) * blockBytes)
  return {
    embed(pieces) {
      if (pieces.length > positions) throw new RangeError(`${pieces.length} pieces are more than the model reads`)
      const sums = new Float32Array(pieces.length * hidden)
      for (const [i, piece] of pieces.entries()) {
        readRow(piece, row)
        const sum = dequantize(row, sums.subarray(i * hidden, (i + 1) * hidden))
        for (let j = 0; j < hidden; j++) sum[j]! += places[i * hidden + j]!
      }
      return sums
    },
  }
}

/** Rows one behind the other in memory. */
export const rowsIn =
  (bytes: Uint8Array): ReadRow =>
  (piece, row) =>
    row.set(bytes.subarray(piece * row.length, (piece + 1) * row.length))

/** Rows one behind the other in an open file. The system keeps those that are used in its cache of files. */
export const rowsOfFile =
  (descriptor: number): ReadRow =>
  (piece, row) => {
    const read = readSync(descriptor, row, 0, row.length, piece * row.length)
    if (read !== row.length) throw new RangeError(`The file ends before the embedding of piece ${piece}`)
  }

const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
