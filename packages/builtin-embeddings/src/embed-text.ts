import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { embeddingTable, rowsOfFile } from './embedding-table.ts'
import { modelFiles, modelFolder } from './prepare-builtin-embeddings.ts'
import { pieceTokenizer } from './tokenizer/piece-tokenizer.ts'
import { readWeights } from './weights/read-weights.ts'

/** Whether a text asks, or is what may answer: the model was taught to tell them apart by these prefixes. */
export type TextKind = 'query' | 'passage'

/** The model in this thread. */
export type TextEmbedder = {
  dimensions: number
  /** The vector of a text, of length 1. Of a text of more than 510 pieces, the rest is left out. */
  embed(text: string, kind: TextKind): Promise<Float32Array>
}

/** Opens the converted model in `folder` (`prepareBuiltinEmbeddings`). */
export async function openTextEmbedder(folder: string, threads: number): Promise<TextEmbedder> {
  const within = modelFolder(folder)
  const weights = readWeights(await readFile(join(within, modelFiles.vocabulary)))
  const session = await InferenceSession.create(join(within, modelFiles.encoder), {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Beyond this level the runtime joins operators into one that is slower.
    graphOptimizationLevel: 'basic',
    enableCpuMemArena: false,
  })
  const { hidden, positions } = weights.header
  const tokenizer = pieceTokenizer(weights.pieces)
  const table = embeddingTable(weights, rowsOfFile(openSync(join(within, modelFiles.embeddings), 'r')))
  const { begin, end } = weights.pieces
  return {
    dimensions: hidden,
    async embed(text, kind) {
      const pieces = [begin, ...tokenizer.encode(`${kind}: ${text}`, positions - 2), end]
      const embeddings = new Tensor('float32', table.embed(pieces), [1, pieces.length, hidden])
      const { vectors } = await session.run({ embeddings })
      return Float32Array.from(vectors!.data as Float32Array)
    },
  }
}
