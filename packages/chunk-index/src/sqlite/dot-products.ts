/** What `dot-products.wat` compiles to; a test holds the two equal. */
const compiled =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcRAgZtZW1vcnkCAARkb3RzAAAK+AEB9QECBX8DeyAEIAJBAnRqIQUCQANAIAQgBU8NAf0M' +
  'AAAAAAAAAAAAAAAAAAAAACEKIAAhCCABIQcgASADQXBxaiEGAkADQCAHIAZPDQEgCP0ABAAhCyAH/QAEACEMIAogC/2HASAM/YcB/boB/a4B' +
  'IQogCiAL/YgBIAz9iAH9ugH9rgEhCiAIQRBqIQggB0EQaiEHDAALCyAK/RsAIAr9GwFqIAr9GwIgCv0bA2pqIQkgASADaiEBAkADQCAHIAFP' +
  'DQEgCSAILAAAIAcsAABsaiEJIAhBAWohCCAHQQFqIQcMAAsLIAQgCTYCACAEQQRqIQQMAAsLCw=='

// Node has it; its types come with those of a browser, which this is not.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

const pageBytes = 65_536

type Kernel = {
  memory: { buffer: ArrayBuffer; grow(pages: number): number }
  dots(question: number, rows: number, count: number, dimensions: number, results: number): void
}

/**
 * Dot products of a vector with many, whole numbers of -127 to 127, sixteen at a time (WebAssembly SIMD). Keeps memory for the
 * largest call. The result is overwritten by the next call.
 */
export class DotProducts {
  readonly #kernel: Kernel

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(compiled, 'base64'))
    this.#kernel = new WebAssembly.Instance(module).exports as Kernel
  }

  /** `rows` stand one after the other, each as long as the question. One number a row. */
  of(question: Int8Array, rows: Int8Array): Int32Array {
    const dimensions = question.length
    const count = rows.length / dimensions
    // Results begin where numbers of four bytes may.
    const resultsAt = Math.ceil((dimensions + rows.length) / 4) * 4
    this.#grow(resultsAt + count * 4)
    const { memory, dots } = this.#kernel
    const bytes = new Int8Array(memory.buffer)
    bytes.set(question, 0)
    bytes.set(rows, dimensions)
    dots(0, dimensions, count, dimensions, resultsAt)
    return new Int32Array(memory.buffer, resultsAt, count)
  }

  #grow(bytes: number): void {
    const missing = bytes - this.#kernel.memory.buffer.byteLength
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / pageBytes))
  }
}
