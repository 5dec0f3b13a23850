import type { Weights } from './read-weights.ts'
import { writeWeights } from './write-weights.ts'

/** The part of the weights that stays outside the encoder: the pieces, and the embeddings of positions. */
export function keepVocabulary(weights: Weights): Buffer {
  return writeWeights({
    header: weights.header,
    pieces: weights.pieces,
    floats: { 'emb.pos': weights.floats('emb.pos'), 'emb.type': weights.floats('emb.type') },
    blocks: {},
  })
}
