import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import { decrypt, encrypt } from './vault.ts'

/** RFC 8410: what stands before the 32 bytes of an X25519 key in PKCS #8 and in SPKI. */
const privateKeyPrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicKeyPrefix = Buffer.from('302a300506032b656e032100', 'hex')
const publicKeyBytes = 32

const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(publicKeyPrefix.length)
const publicKeyFrom = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicKeyPrefix, raw]), format: 'der', type: 'spki' })

/** Both public keys are part of what the message key is made of, as in HPKE (RFC 9180). */
const messageKey = (shared: Buffer, sender: Buffer, receiver: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', shared, Buffer.concat([sender, receiver]), 'frontdesk letter', 32))

/** Decrypts secrets that others encrypted for this service, so that none crosses the bus in clear text. */
export type SealedBox = {
  /** X25519, 32 bytes in base64url. Every process with this encryption key and purpose has the same. */
  publicKey: string
  /** The text that `sealFor` was given. Throws `invalid_request` when it was not sealed for this box and owner. */
  open(sealed: string, owner: string): string
}

/** The sealed box of a service; its private key is derived from the encryption key and stored nowhere. */
export function openSealedBox(encryptionKey: string, purpose: string): SealedBox {
  const seed = Buffer.from(hkdfSync('sha256', encryptionKey, '', `frontdesk ${purpose} letters`, 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyPrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const receiver = rawOf(createPublicKey(privateKey))
  return {
    publicKey: receiver.toString('base64url'),
    open(sealed, owner) {
      try {
        const bytes = Buffer.from(sealed, 'base64url')
        const sender = bytes.subarray(0, publicKeyBytes)
        const shared = diffieHellman({ privateKey, publicKey: publicKeyFrom(sender) })
        return decrypt(bytes.subarray(publicKeyBytes), owner, messageKey(shared, sender, receiver))
      } catch (cause) {
        throw new ServiceError('invalid_request', { detail: 'The secrets were not encrypted for this service.', cause })
      }
    },
  }
}

/** Encrypts a text so that only the sealed box with this public key opens it, for this owner. */
export function sealFor(publicKey: string, text: string, owner: string): string {
  const receiver = Buffer.from(publicKey, 'base64url')
  const own = generateKeyPairSync('x25519')
  const sender = rawOf(own.publicKey)
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyFrom(receiver) })
  return Buffer.concat([sender, encrypt(text, owner, messageKey(shared, sender, receiver))]).toString('base64url')
}
