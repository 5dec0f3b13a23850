import { createHash } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'

const blobId = /^[A-Za-z0-9_-]{1,128}$/
const plainTenant = /^[a-z0-9_-]{1,64}$/

/** Throws `invalid_request` for what is not an id. */
export function assertBlobId(id: string): void {
  if (blobId.test(id)) return
  throw new ServiceError('invalid_request', { detail: `${JSON.stringify(id.slice(0, 140))} is not a blob id.` })
}

/**
 * The file name of a blob. Upper-case letters are written small, with a bit for each in a suffix, so that two ids stay
 * two files on disks that ignore case. Throws `invalid_request` for what is not an id.
 */
export function fileNameOf(id: string): string {
  assertBlobId(id)
  if (id === id.toLowerCase()) return id
  const bits = [...id].reduce(
    (mask, letter, i) => (letter >= 'A' && letter <= 'Z' ? mask | (1n << BigInt(i)) : mask),
    0n,
  )
  return `${id.toLowerCase()}.${bits.toString(16)}`
}

/** The id that a file name stands for. */
export function idOf(fileName: string): string {
  const [name, bits] = fileName.split('.') as [string, string | undefined]
  if (bits === undefined) return name
  const mask = BigInt(`0x${bits}`)
  return [...name].map((letter, i) => (mask & (1n << BigInt(i)) ? letter.toUpperCase() : letter)).join('')
}

/** The folder of a tenant: its id where that is a plain name, else a digest of it. No two tenants share one. */
export function tenantFolderOf(tenant: string): string {
  if (plainTenant.test(tenant)) return tenant
  return `sha256.${createHash('sha256').update(tenant).digest('hex')}`
}
