/** Frees the memory of decoded bytes at once; nobody may use them afterwards. */
export function release(bytes: Uint8Array): void {
  if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0)
}
