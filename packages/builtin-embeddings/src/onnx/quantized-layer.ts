import { blockBytes, blockSize, halfToFloat, type Tensor } from '../weights/read-weights.ts'
import type { Graph } from './graph.ts'

/** How the products are computed: with the 4-bit weights as they are, or with 8-bit weights of one scale an output. */
export type Precision = '4-bit' | 'int8'

/** `x · weightsᵀ + bias`, with `weights` of `outputs` rows of `inputs` 4-bit numbers in blocks of 32. */
export function quantizedLayer(
  graph: Graph,
  precision: Precision,
  x: string,
  { weights, bias, inputs, outputs }: { weights: Tensor; bias: Tensor; inputs: number; outputs: number },
): string {
  if (weights.count !== inputs * outputs || bias.count !== outputs)
    throw new RangeError(`${weights.count} weights and ${bias.count} biases are no layer of ${outputs} × ${inputs}`)
  const offset = graph.constant('float', [outputs], bias.bytes)
  if (precision === '4-bit') {
    const { packed, scales } = repack(weights.bytes)
    const blocks = inputs / blockSize
    return graph.node(
      'MatMulNBits',
      [
        x,
        graph.constant('uint8', [outputs, blocks, blockSize / 2], packed),
        graph.constant('float', [outputs * blocks], bytesOf(scales)),
        '',
        '',
        offset,
      ],
      { K: inputs, N: outputs, bits: 4, block_size: blockSize, accuracy_level: 4 },
    )
  }
  const { columns, scales } = toInt8(weights.bytes, inputs, outputs)
  const weight = graph.constant('int8', [inputs, outputs], new Uint8Array(columns.buffer))
  const scale = graph.constant('float', [outputs], bytesOf(scales))
  return graph.node('DynamicQuantizeMatMul', [x, weight, scale, '', offset])
}

/** From halves of bytes that hold the weights j and j + 16 to halves that hold 2 j and 2 j + 1, which the runtime reads. */
export function repack(blocks: Uint8Array): { packed: Uint8Array; scales: Float32Array } {
  const count = blocks.length / blockBytes
  const packed = new Uint8Array(count * 16)
  const scales = new Float32Array(count)
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength)
  for (let i = 0; i < count; i++) {
    const from = i * blockBytes
    scales[i] = halfToFloat(view.getUint16(from, true))
    for (let j = 0; j < 8; j++) {
      const [even, odd] = [blocks[from + 2 + 2 * j]!, blocks[from + 3 + 2 * j]!]
      packed[i * 16 + j] = (even & 15) | ((odd & 15) << 4)
      packed[i * 16 + 8 + j] = (even >> 4) | (odd & 0xf0)
    }
  }
  return { packed, scales }
}

/** The weights of `rows` rows of blocks as floats. */
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

/** Columns of outputs, as the runtime multiplies, each scaled so that its largest weight is 127. */
function toInt8(blocks: Uint8Array, inputs: number, outputs: number): { columns: Int8Array; scales: Float32Array } {
  const values = dequantize(blocks)
  const columns = new Int8Array(values.length)
  const scales = new Float32Array(outputs)
  for (let o = 0; o < outputs; o++) {
    let largest = 0
    for (let i = 0; i < inputs; i++) largest = Math.max(largest, Math.abs(values[o * inputs + i]!))
    const scale = largest / 127 || 1
    scales[o] = scale
    for (let i = 0; i < inputs; i++) columns[i * outputs + o] = Math.round(values[o * inputs + i]! / scale)
  }
  return { columns, scales }
}

function bytesOf(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
