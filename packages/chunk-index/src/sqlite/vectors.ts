import type { DotProducts } from './dot-products.ts'

/** A vector as whole numbers of -127 to 127, each times `scale`. */
export type Quantized = { numbers: Int8Array; scale: number }

/**
 * A quarter of the size of floats; a cosine moves by less than .01 (scalar quantisation by the largest number of each
 * vector).
 */
export function quantize(vector: ArrayLike<number>): Quantized {
  let largest = 0
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!))
  const scale = largest === 0 ? 1 : largest / 127
  const numbers = new Int8Array(vector.length)
  for (let i = 0; i < vector.length; i++) numbers[i] = Math.round(vector[i]! / scale)
  return { numbers, scale }
}

/** Vectors of some documents, as a row keeps them. */
export type VectorPart = { docs: Uint32Array; scales: Float32Array; numbers: Int8Array }

type VectorRow = { docs: Uint8Array; scales: Uint8Array; numbers: Uint8Array }

/** Views of the row's bytes. */
export const readPart = ({ docs, scales, numbers }: VectorRow): VectorPart => ({
  docs: new Uint32Array(aligned(docs)),
  scales: new Float32Array(aligned(scales)),
  numbers: new Int8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
})

/** The row of a part: bytes in the order of this machine, which wrote them and alone reads them. */
export const rowOf = ({ docs, scales, numbers }: VectorPart): VectorRow => ({
  docs: bytesOf(docs),
  scales: bytesOf(scales),
  numbers: bytesOf(numbers),
})

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

/** The same bytes in a buffer of their own, where numbers of four bytes may begin. */
const aligned = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer

/** The cosine of a question with every vector of a part, each given to `visit`. */
export function scan(
  { docs, scales, numbers }: VectorPart,
  { question, products }: { question: Quantized; products: DotProducts },
  visit: (doc: number, cosine: number) => void,
): void {
  const dots = products.of(question.numbers, numbers)
  for (let row = 0; row < docs.length; row++) visit(docs[row]!, dots[row]! * scales[row]! * question.scale)
}
