import { valueAt } from '../field-path.ts'
import type { Scalar } from '../port.ts'
import { fromStorage } from './field-names.ts'
import { pathOf, type Row } from './where.ts'

/** What is read of a row to know its id and these fields. */
export const fieldsProjection = (fields: string[]): Record<string, 1> => ({
  id: 1,
  ...Object.fromEntries(fields.map((field) => [pathOf(field), 1 as const])),
})

/** The values of fields, null where absent. */
export function valuesIn(row: Pick<Row, 'id'> & { body?: Row['body'] }, fields: string[]): Scalar[] {
  // Without any of the fields there is no body.
  const body = fromStorage(row.body ?? {})
  return fields.map((field) => ((field === 'id' ? row.id : valueAt(body, field)) ?? null) as Scalar)
}
