import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'

const algorithm = 'aes-256-gcm'
/** 96 bits, as NIST SP 800-38D recommends; random, so one key may seal 2³² secrets. */
const ivBytes = 12
const tagBytes = 16
const format = 'v1'

/** Keeps secrets of one purpose encrypted at rest. */
export type Vault = {
  /** `v1.<base64url of iv, tag, ciphertext>`. `owner` says whose it is; sealed for one it can't be opened as another's. */
  seal(secret: string, owner: string): string
  /** The other end of `seal`. Throws `internal` when it was sealed with another key, for another purpose or owner. */
  open(sealed: string, owner: string): string
}

/** AES-256-GCM with any passphrase as 32 bytes for this purpose alone (HKDF, RFC 5869). */
export function openVault(encryptionKey: string, purpose: string): Vault {
  const key = new Uint8Array(hkdfSync('sha256', encryptionKey, '', `frontdesk ${purpose} secrets`, 32))
  return {
    seal: (secret, owner) => `${format}.${encrypt(secret, owner, key).toString('base64url')}`,
    open(sealed, owner) {
      try {
        const [version, packed = ''] = sealed.split('.')
        if (version !== format) throw new Error(`unknown format ${version}`)
        return decrypt(Buffer.from(packed, 'base64url'), owner, key)
      } catch (cause) {
        throw new ServiceError('internal', {
          detail:
            "A stored secret can't be decrypted: has ENCRYPTION_KEY changed? Enter the secret again, or rotate it.",
          cause,
        })
      }
    },
  }
}

/** Bytes of iv, tag and ciphertext. */
export function encrypt(text: string, owner: string, key: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** The other end of `encrypt`. Throws when a bit of it, the owner or the key is another. */
export function decrypt(bytes: Buffer, owner: string, key: Uint8Array): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
