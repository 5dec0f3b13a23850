import { ServiceError } from '@frontdesk/contracts'

/** 25 MB in more parts than these are no picture of a camera or a program: they take 250 bytes each. */
const maxParts = 100_000

/** What every picture is that can't be read to its end. */
export const damaged = () => new ServiceError('damaged_document', { detail: 'The picture is damaged or incomplete.' })

/**
 * Collects the parts of a file that are kept, at most `maxBytes` together. They are copied at once: to remember each of millions of
 * tiny parts would take many times the file. Throws `damaged_document` for more than 100,000.
 */
export function keepParts(maxBytes: number) {
  const kept = Buffer.alloc(maxBytes)
  let length = 0
  let seen = 0
  return {
    add(part: Uint8Array) {
      kept.set(part, length)
      length += part.length
    },
    /** Counts a part, kept or not. */
    count() {
      if (++seen > maxParts) throw damaged()
    },
    length: () => length,
    /** Puts a part before what is kept from there on. */
    insert(part: Uint8Array, at: number) {
      kept.copyWithin(at + part.length, at, length)
      kept.set(part, at)
      length += part.length
    },
    bytes: () => kept.subarray(0, length),
  }
}
