import { ServiceError } from '@frontdesk/contracts'
import { valueAt } from './field-path.ts'
import type { Sort, Stored } from './port.ts'

/** Where a page ended: the sorted value of its last document, its id and, in a list over all tenants, its tenant. */
export type Position = { value: string | number | boolean | null; id: string; tenant?: string }

const idFirst: Sort = { field: 'id', direction: 'asc' }

/** The order of a list that did not ask for one: by id. */
export const sortOf = (sort: Sort | undefined): Sort => sort ?? idFirst

/** The cursor after a document in a list over all tenants. */
export const cursorAcrossTenants = (stored: Stored<object>, sort: Sort): string =>
  cursorAfter(stored, sort, [stored.tenant])

/** The cursor after a document. Opaque to clients, the same in every adapter. */
export function cursorAfter(stored: Stored<object>, sort: Sort, more: string[] = []): string {
  const value = sort.field === 'id' ? stored.id : (valueAt(stored.body, sort.field) ?? null)
  if (!isScalar(value)) {
    throw new ServiceError('invalid_request', { detail: `A list can't be sorted by ${sort.field}: it is not a value.` })
  }
  return Buffer.from(JSON.stringify([sort.field, sort.direction, value, stored.id, ...more])).toString('base64url')
}

/** The cursor after a place in a list of one tenant. */
export const cursorAt = ({ value, id }: Position, { field, direction }: Sort): string =>
  Buffer.from(JSON.stringify([field, direction, value, id])).toString('base64url')

/** What a cursor says. Throws `invalid_request` for one that we did not make, or made for another order. */
export function readCursor(cursor: string, sort: Sort): Position {
  const parts = parsed(cursor)
  if (!Array.isArray(parts) || parts.length < 4 || parts.length > 5) throw badCursor()
  const [field, direction, value, id, tenant] = parts
  if (field !== sort.field || direction !== sort.direction || !isScalar(value) || typeof id !== 'string') {
    throw badCursor()
  }
  if (tenant === undefined) return { value, id }
  if (typeof tenant !== 'string') throw badCursor()
  return { value, id, tenant }
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch (error) {
    throw badCursor(error)
  }
}

const isScalar = (value: unknown): value is Position['value'] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The error for a cursor that no page of the list ended with. */
export const badCursor = (cause?: unknown) =>
  new ServiceError('invalid_request', {
    detail: 'The cursor does not belong to this list.',
    errors: [{ path: 'cursor', message: 'not a cursor of this list' }],
    cause,
  })
