const encoder = new TextEncoder()
const firstBytes = 65_536
const maxCharactersAtOnce = 65_536

/** Text in UTF-8, in memory that grows where it stands: parts that are joined at the end would take it twice. */
export class GrowingBytes {
  #bytes = new Uint8Array(firstBytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  append(text: string): void {
    let at = 0
    while (text.length - at > maxCharactersAtOnce) {
      // Half a surrogate pair can't be written.
      const end = at + maxCharactersAtOnce + Number((text.codePointAt(at + maxCharactersAtOnce - 1) ?? 0) > 0xffff)
      this.#append(text.slice(at, end))
      at = end
    }
    this.#append(at === 0 ? text : text.slice(at))
  }

  #append(text: string): void {
    // A code unit takes three bytes of UTF-8 at most.
    const most = this.#length + text.length * 3
    if (this.#bytes.length < most) {
      this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(Math.max(most, Math.ceil(this.#bytes.length * 1.5))))
    }
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** What was appended. The rest of the memory was never touched, so it takes none; giving it back would copy it all. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }
}
