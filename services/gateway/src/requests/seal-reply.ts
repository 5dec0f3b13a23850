import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'

const keyFor = (presented: string, recordId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', presented, recordId, 'frontdesk stored reply', 32))

/**
 * Seals a reply that shows a secret with the API key that asked for it, which is stored nowhere: AES-256-GCM under
 * HKDF-SHA256 (RFC 5869) of the key.
 */
export function sealReply(body: string, presented: string, recordId: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(presented, recordId), iv)
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Opens what `sealReply` made. Throws `conflict` for another key than the one that asked (after a rotation, say). */
export function openReply(sealed: string, presented: string, recordId: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(presented, recordId), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new ServiceError('conflict', {
      detail:
        'This request was already executed. Its reply contains a secret, which only the API key of the first request can read.',
      cause,
    })
  }
}
