import type { Tensor, Weights } from './read-weights.ts'

/** What `writeWeights` writes: a header, pieces, and tensors by name. */
export type WeightsToWrite = Pick<Weights, 'header' | 'pieces'> & {
  floats: Record<string, Tensor>
  blocks: Record<string, Tensor>
}

/** Writes the layout that `readWeights` reads, with as many tensors as given. */
export function writeWeights({ header, pieces, floats, blocks }: WeightsToWrite): Buffer {
  const tensors = [
    ...Object.entries(floats).map(([name, tensor]) => ({ name, ...tensor, kind: 0 })),
    ...Object.entries(blocks).map(([name, tensor]) => ({ name, ...tensor, kind: 1 })),
  ]
  const { hidden, layers, heads, inner, vocabulary, positions, epsilon } = header
  const front = Buffer.concat([
    Buffer.from('E5S1'),
    u32(1, hidden, layers, heads, inner, vocabulary, positions, 2),
    f32(epsilon),
    u32(32, pieces.count, pieces.begin, pieces.end, pieces.pad, pieces.unknown),
    u64(pieces.text.length),
    pieces.offsets,
    pieces.scores,
    pieces.text,
    u32(pieces.replacementCount, pieces.replacements.length),
    pieces.replacements,
    u32(tensors.length),
  ])
  const directoryBytes = tensors.reduce((sum, { name }) => sum + 2 + name.length + 1 + 4 + 16, 0)
  let at = front.length + directoryBytes
  const directory = tensors.map(({ name, kind, count, bytes }) => {
    const entry = Buffer.concat([
      u16(name.length),
      Buffer.from(name),
      Buffer.of(kind),
      u32(count),
      u64(at, bytes.length),
    ])
    at += bytes.length
    return entry
  })
  return Buffer.concat([front, ...directory, ...tensors.map(({ bytes }) => bytes)])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i)
  return bytes
}

function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [i, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * i)
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}
