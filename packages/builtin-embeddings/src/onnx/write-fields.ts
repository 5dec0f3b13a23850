/** A field of a protobuf message: its number, and a whole number (varint), a 32-bit float, or bytes (also a message or text). */
export type Field = [number: number, value: number | { float: number } | Uint8Array | string]

/** A protobuf message, in the order given. Only what ONNX needs: no negative numbers. */
export function writeFields(fields: Field[]): Buffer {
  const parts: Uint8Array[] = []
  for (const [number, value] of fields) {
    if (typeof value === 'number') parts.push(varint(number << 3), varint(value))
    else if (typeof value === 'object' && 'float' in value) {
      const bytes = Buffer.alloc(4)
      bytes.writeFloatLE(value.float)
      parts.push(varint((number << 3) | 5), bytes)
    } else {
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      parts.push(varint((number << 3) | 2), varint(bytes.length), bytes)
    }
  }
  return Buffer.concat(parts)
}

function varint(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be written as a varint`)
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}
