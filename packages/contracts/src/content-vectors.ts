/** Chunks whose vectors share a blob: with 1,536 dimensions 1.5 MB, of which a few are in memory at a time. */
export const chunksPerVectorBlob = 256

/**
 * The blob that holds the vectors of a content's chunks `part × chunksPerVectorBlob` and following. It is named for the
 * content alone, so whoever removes a content can remove them; the blob itself says by which model they are.
 */
export const vectorBlobOf = (contentId: string, part: number): string => `${contentId}_vectors_${part}`

/** Vectors of one model in the order of their chunks. */
export type StoredVectors = { model: string; vectors: Float32Array[] }

/** A line of JSON (`model`, `dimensions`, `count`), then the numbers as little-endian 32-bit floats. */
export function encodeVectors(model: string, vectors: ArrayLike<number>[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0
  const head = Buffer.from(`${JSON.stringify({ model, dimensions, count: vectors.length })}\n`)
  const bytes = Buffer.alloc(head.length + vectors.length * dimensions * 4)
  head.copy(bytes)
  let at = head.length
  for (const vector of vectors) for (let i = 0; i < dimensions; i++) at = bytes.writeFloatLE(vector[i]!, at)
  return bytes
}

/** The other end of `encodeVectors`. Throws a `RangeError` for what is none. */
export function decodeVectors(bytes: Uint8Array): StoredVectors {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lineEnd = read.indexOf(10)
  const { model, dimensions, count } = JSON.parse(read.toString('utf8', 0, lineEnd))
  const view = new DataView(read.buffer, read.byteOffset + lineEnd + 1, count * dimensions * 4)
  const vectors = Array.from({ length: count }, (_, row) => {
    const vector = new Float32Array(dimensions)
    for (let i = 0; i < dimensions; i++) vector[i] = view.getFloat32((row * dimensions + i) * 4, true)
    return vector
  })
  return { model, vectors }
}
