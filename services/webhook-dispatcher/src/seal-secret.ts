import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'

const algorithm = 'aes-256-gcm'
/** 96 bits, as NIST SP 800-38D recommends; random, so one key may seal 2³² secrets. */
const ivBytes = 12
const tagBytes = 16
const format = 'v1'

/** Any passphrase as 32 bytes for this purpose alone (HKDF, RFC 5869). */
const keyFrom = (encryptionKey: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', encryptionKey, '', 'frontdesk webhook secrets', 32))

/**
 * Encrypts a secret for storage (AES-256-GCM): `v1.<base64url of iv, tag, ciphertext>`. `owner` says whose it is; sealed
 * for one it can't be opened as another's.
 */
export function sealSecret(secret: string, owner: string, encryptionKey: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyFrom(encryptionKey), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${format}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** The other end of `sealSecret`. Throws `internal` when it was sealed with another key or for another owner. */
export function openSecret(sealed: string, owner: string, encryptionKey: string): string {
  try {
    const [version, packed = ''] = sealed.split('.')
    if (version !== format) throw new Error(`unknown format ${version}`)
    const bytes = Buffer.from(packed, 'base64url')
    const decipher = createDecipheriv(algorithm, keyFrom(encryptionKey), bytes.subarray(0, ivBytes))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new ServiceError('internal', {
      detail: "The endpoint's secret can't be read: has ENCRYPTION_KEY changed? Rotate the secret.",
      cause,
    })
  }
}
