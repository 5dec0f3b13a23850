import { dequantize } from './onnx/quantized-layer.ts'
import { blockBytes, blockSize, type Weights } from './weights/read-weights.ts'

/** What goes into the encoder for the pieces of a text: for each, the sum of its embedding and that of its place. */
export type EmbeddingTable = { embed(pieces: number[]): Float32Array }

/** Looks embeddings up in the weights, which stay at 4 bits in memory. */
export function embeddingTable(weights: Weights): EmbeddingTable {
  const { hidden, positions } = weights.header
  const words = weights.blocks('emb.word').bytes
  const rowBytes = (hidden / blockSize) * blockBytes
  const kind = floatsOf(weights.floats('emb.type').bytes)
  const places = floatsOf(weights.floats('emb.pos').bytes)
  for (let i = 0; i < places.length; i++) places[i]! += kind[i % hidden]!
  return {
    embed(pieces) {
      if (pieces.length > positions) throw new RangeError(`${pieces.length} pieces are more than the model reads`)
      const sums = new Float32Array(pieces.length * hidden)
      for (const [i, piece] of pieces.entries()) {
        const row = sums.subarray(i * hidden, (i + 1) * hidden)
        dequantize(words.subarray(piece * rowBytes, (piece + 1) * rowBytes), row)
        for (let j = 0; j < hidden; j++) row[j]! += places[i * hidden + j]!
      }
      return sums
    },
  }
}

const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
