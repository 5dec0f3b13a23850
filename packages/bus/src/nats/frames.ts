import { heartbeatMs } from '../port.ts'

/**
 * What a stream's server sends to its reader's inbox: a byte of kind, four of how many parts there were so far
 * (big-endian), and the part or, as JSON, the error. A gap in the numbers is a lost part.
 */
export type Frame = { kind: 'part' | 'alive' | 'end' | 'error'; number: number; bytes: Uint8Array }

const kinds = ['part', 'alive', 'end', 'error'] as const
const headBytes = 5

export function encodeFrame(kind: Frame['kind'], number: number, bytes?: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(headBytes + (bytes?.length ?? 0))
  frame[0] = kinds.indexOf(kind)
  frame.writeUInt32BE(number, 1)
  if (bytes) frame.set(bytes, headBytes)
  return frame
}

/** Undefined for what is no frame. */
export function decodeFrame(data: Uint8Array): Frame | undefined {
  const kind = kinds[data[0]!]
  if (!kind || data.length < headBytes) return undefined
  const number = new DataView(data.buffer, data.byteOffset).getUint32(1)
  return { kind, number, bytes: data.subarray(headBytes) }
}

/** What a reader sends back: that it goes away, or how many bytes its user has taken so far. */
export type Word = { kind: 'cancel' } | { kind: 'taken'; bytes: number }

export const encodeWord = (word: Word): string => (word.kind === 'taken' ? String(word.bytes) : word.kind)

export function decodeWord(text: string): Word {
  return text === 'cancel' ? { kind: 'cancel' } : { kind: 'taken', bytes: Number(text) }
}

/** A reader tells of what was taken in portions of this size, so up to here a server can't know that it waits unread. */
export const reportBytes = 32 * 1024
/** Nothing heard for so long: the other side is gone. */
export const silenceMs = 3 * heartbeatMs
