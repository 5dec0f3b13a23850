import { createHash } from 'node:crypto'
import type { Stored } from '@frontdesk/documents'

/** How many things there are, and a checksum of them in any order: the SHA-256 of each, combined by XOR. */
export type Checksum = { count: number; sha256: string }

/** Adds up a checksum; each thing has to be another one, because two that are the same cancel each other out. */
export function startChecksum() {
  const sum = Buffer.alloc(32)
  let count = 0
  return {
    add(thing: string | Uint8Array): void {
      const digest = createHash('sha256').update(thing).digest()
      for (let i = 0; i < sum.length; i++) sum[i]! ^= digest[i]!
      count++
    },
    total: (): Checksum => ({ count, sha256: sum.toString('hex') }),
  }
}

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** A document as text that is the same in every store. */
export const documentText = ({ tenant, id, revision, sequence, body, outbox }: Stored<object>): string =>
  JSON.stringify([tenant, id, revision, sequence, body, outbox], sorted)

/** The SHA-256 of a stream of bytes, in hexadecimal digits. */
export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
