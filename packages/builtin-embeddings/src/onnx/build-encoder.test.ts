import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { dot, naiveEncoder } from '../../testing/naive-encoder.ts'
import { tinyWeights } from '../../testing/tiny-weights.ts'
import { embeddingTable } from '../embedding-table.ts'
import { buildEncoder } from './build-encoder.ts'
import { dequantize, repack } from './quantized-layer.ts'

const weights = tinyWeights()
const { hidden } = weights.header
const texts = [[0, 14, 2], [0, 5, 6, 9, 12, 13, 2], [0, 2], Array.from({ length: 32 }, (_, i) => i % 22)]

async function run(model: Buffer, pieces: number[]): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, graphOptimizationLevel: 'basic' })
  const embeddings = new Tensor('float32', embeddingTable(weights).embed(pieces), [1, pieces.length, hidden])
  const { vectors } = await session.run({ embeddings })
  await session.release()
  return vectors!.data as Float32Array
}

for (const precision of ['int8', '4-bit'] as const)
  it(`the runtime reads the model in ${precision} and computes what plain floats do`, async () => {
    const model = buildEncoder(weights, precision)
    const naive = naiveEncoder(weights)
    for (const pieces of texts) {
      const vector = await run(model, pieces)
      expect(vector.length).toBe(hidden)
      expect(dot(vector, vector)).toBeCloseTo(1, 5)
      expect(dot(vector, naive(embeddingTable(weights).embed(pieces)))).toBeGreaterThan(0.999)
    }
  })

it('other texts have other vectors', async () => {
  const model = buildEncoder(weights)
  const [a, b] = [await run(model, texts[0]!), await run(model, texts[1]!)]
  expect(dot(a, b)).toBeLessThan(0.999)
})

it('4-bit weights are put in the order of the runtime, with their scales', () => {
  // Scale 0.5; the weights 0 … 15 stand in the lower halves, 16 … 31 in the upper.
  const block = Buffer.from([0x00, 0x38, ...Array.from({ length: 16 }, (_, j) => j | ((15 - j) << 4))])
  const { packed, scales } = repack(block)
  expect([...scales]).toEqual([0.5])
  const unpacked = [...packed].flatMap((pair) => [pair & 15, pair >> 4])
  expect(unpacked.map((weight) => (weight - 8) * 0.5)).toEqual([...dequantize(block)])
  expect(dequantize(block)[1]).toBe(-3.5)
  expect(dequantize(block)[16]).toBe(3.5)
})
