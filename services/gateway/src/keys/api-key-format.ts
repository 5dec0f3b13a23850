import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'fd_live_'

/**
 * A new key: `fd_live_<entropy>_<crc32>`, 192 bits (24 bytes, 48 hex digits) and the CRC-32 of all before it, in hex. The CRC tells secret scanners a key from noise; logging in never looks at it.
 */
export function makeApiKey(): string {
  const body = prefix + randomBytes(24).toString('hex')
  return `${body}_${checksum(body)}`
}

/** Whether a text has the form of our keys, with a CRC that fits: for scanners, not for login. */
export function looksLikeApiKey(text: string): boolean {
  const end = text.lastIndexOf('_')
  return text.startsWith(prefix) && end > prefix.length && text.slice(end + 1) === checksum(text.slice(0, end))
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

/** SHA-256 in hex. Keys have too much entropy to be guessed from it, so no slow hash is needed. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex')
