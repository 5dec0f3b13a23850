import { valueAt } from './field-path.ts'
import type { CollectionDefinition, Where } from './port.ts'

/** What each unique index of a collection allows only one document to have, of this body; and whether over all tenants. */
export const uniqueValuesOf = <T extends object>(
  { indexes }: CollectionDefinition<T>,
  body: T,
): { where: Where; acrossTenants: boolean }[] =>
  indexes
    .filter(({ unique }) => unique)
    .map(({ fields, acrossTenants = false }) => ({
      where: Object.fromEntries(fields.map((field) => [field, (valueAt(body, field) ?? null) as string])),
      acrossTenants,
    }))

/** Throws unless an index of the collection reaches over all tenants, which `findAcrossTenants` needs. */
export function assertIndexAcrossTenants<T extends object>({ name, indexes }: CollectionDefinition<T>): void {
  if (indexes.some(({ acrossTenants }) => acrossTenants)) return
  throw new Error(`${name} declares no index acrossTenants, which findAcrossTenants needs.`)
}
