import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { dot, naiveEncoder } from '../../testing/naive-encoder.ts'
import { tinyWeights } from '../../testing/tiny-weights.ts'
import { embeddingTable, rowsIn } from '../embedding-table.ts'
import { buildEncoder } from './build-encoder.ts'
import { dequantize } from './quantized-layer.ts'

const weights = tinyWeights()
const { hidden } = weights.header
const table = embeddingTable(weights, rowsIn(weights.blocks('emb.word').bytes))
const texts = [[0, 14, 2], [0, 5, 6, 9, 12, 13, 2], [0, 2], Array.from({ length: 32 }, (_, i) => i % 22)]

async function run(model: Buffer, pieces: number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, graphOptimizationLevel: 'basic' })
  const embeddings = new Tensor('float32', table.embed(pieces), [1, pieces.length, hidden])
  const { vectors } = await session.run({ embeddings })
  await session.release()
  return vectors!.data as Float32Array
}

it('the runtime reads the model and computes what plain floats do', async () => {
  const model = buildEncoder(weights)
  const naive = naiveEncoder(weights)
  for (const pieces of texts) {
    const vector = await run(model, pieces)
    expect(vector.length).toBe(hidden)
    expect(dot(vector, vector)).toBeCloseTo(1, 5)
    expect(dot(vector, naive(table.embed(pieces)))).toBeGreaterThan(0.999)
  }
})

it('other texts have other vectors', async () => {
  const model = buildEncoder(weights)
  const [a, b] = [await run(model, texts[0]!), await run(model, texts[1]!)]
  expect(dot(a, b)).toBeLessThan(0.999)
})

it('4-bit weights are 8 less than they are written, times the scale of their block', () => {
  // Scale 0.5; the weights 0 … 15 stand in the lower halves, 15 … 0 in the upper.
  const block = Buffer.from([0x00, 0x38, ...Array.from({ length: 16 }, (_, j) => j | ((15 - j) << 4))])
  const lower = Array.from({ length: 16 }, (_, j) => (j - 8) / 2)
  expect([...dequantize(block)]).toEqual([...lower, ...lower.toReversed()])
})
