import { createHash } from 'node:crypto'
import type { Space } from '../port.ts'

/** The layout of an index. A restored or copied index can stand beside it under another name, and the alias be turned. */
const layout = 1

/** Lower-case and safe, and different for every tenant however alike they look. */
function tokenOf(text: string): string {
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)
  return `${readable}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}

/** What every name begins with. */
export const prefixOf = (namespace: string | undefined): string =>
  namespace === undefined ? 'frontdesk' : `frontdesk-${namespace}`

/** Every index of a tenant, as a pattern. */
export const indicesOfTenant = (prefix: string, tenant: string): string => `${prefix}-chunks-${tokenOf(tenant)}-*`

/** What a space is read and written by. */
export const aliasOf = (prefix: string, { tenant, generation }: Space): string =>
  `${prefix}-chunks-${tokenOf(tenant)}-${tokenOf(generation)}`

/** What its contents are read and written by as whole documents. */
export const documentsAliasOf = (prefix: string, space: Space): string => `${aliasOf(prefix, space)}-documents`

/** The index behind an alias. */
export const indexOf = (alias: string): string => `${alias}-v${layout}`

/** Whether an index holds whole documents rather than chunks. */
export const holdsDocuments = (index: string): boolean => index.endsWith(`-documents-v${layout}`)
