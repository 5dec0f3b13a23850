import { blockBytes, blockSize, halfToFloat, type Tensor } from '../weights/read-weights.ts'
import type { Graph } from './graph.ts'

/**
 * `x · weightsᵀ + bias`, with `weights` of `outputs` rows of `inputs` 4-bit numbers in blocks of 32. The 4-bit weights become
 * 7-bit ones with one scale an output, and each `x` is brought to 8 bits when it comes: twice as quick as the runtime's
 * operator for 4 bits, at the same quality of search.
 */
export function quantizedLayer(
  graph: Graph,
  x: string,
  { weights, bias, inputs, outputs }: { weights: Tensor; bias: Tensor; inputs: number; outputs: number },
): string {
  if (weights.count !== inputs * outputs || bias.count !== outputs)
    throw new RangeError(`${weights.count} weights and ${bias.count} biases are no layer of ${outputs} × ${inputs}`)
  const { columns, scales } = toInt8(weights.bytes, inputs, outputs)
  return graph.node('DynamicQuantizeMatMul', [
    x,
    graph.constant('int8', [inputs, outputs], new Uint8Array(columns.buffer)),
    graph.constant('float', [outputs], new Uint8Array(scales.buffer)),
    '',
    graph.constant('float', [outputs], bias.bytes),
  ])
}

/** The weights of blocks as floats. */
export function dequantize(blocks: Uint8Array, into = new Float32Array((blocks.length / blockBytes) * blockSize)) {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength)
  for (let from = 0, to = 0; from < blocks.length; from += blockBytes, to += blockSize) {
    const scale = halfToFloat(view.getUint16(from, true))
    for (let j = 0; j < 16; j++) {
      const pair = blocks[from + 2 + j]!
      into[to + j] = ((pair & 15) - 8) * scale
      into[to + 16 + j] = ((pair >> 4) - 8) * scale
    }
  }
  return into
}

/**
 * The largest weight of a column. Processors without instructions for 8-bit products (VNNI) add two products in 16 bits, where
 * those of 127 and 255 overflow: there the cosine to plain floats was .95.
 */
const largestWeight = 63

/** Columns of outputs, as the runtime multiplies, each scaled so that its largest weight is `largestWeight`. */
function toInt8(blocks: Uint8Array, inputs: number, outputs: number): { columns: Int8Array; scales: Float32Array } {
  const values = dequantize(blocks)
  const columns = new Int8Array(values.length)
  const scales = new Float32Array(outputs)
  for (let o = 0; o < outputs; o++) {
    let largest = 0
    for (let i = 0; i < inputs; i++) largest = Math.max(largest, Math.abs(values[o * inputs + i]!))
    const scale = largest / largestWeight || 1
    scales[o] = scale
    for (let i = 0; i < inputs; i++) columns[i * outputs + o] = Math.round(values[o * inputs + i]! / scale)
  }
  return { columns, scales }
}
