import { ServiceError } from '@frontdesk/contracts'
import type { Document, Filter } from 'mongodb'
import { readCursor } from '../cursor.ts'
import { fieldPath } from '../field-path.ts'
import type { Condition, Sort, Where } from '../port.ts'

/** A document as MongoDB holds it. `_id` is `<tenant>/<id>`, so within a tenant its order is that of the ids. */
export type Row = {
  _id: string
  tenant: string
  id: string
  revision: number
  sequence: number
  body: any
  outbox: any[]
  /** The newest sequence that was taken out of the outbox. */
  settled: number
  /** Milliseconds since 1970 when the oldest event in the outbox came; absent without any. */
  unsettledSince?: number
}

export const rowId = (tenant: string, id: string): string => `${tenant}/${id}`

/** Where a field of the body stands. Throws `invalid_request` for what is not a field path. */
export const pathOf = (field: string): string => (field === 'id' ? 'id' : `body.${fieldPath(field).join('.')}`)

const comparisons: Record<string, string> = { gte: '$gte', gt: '$gt', lte: '$lte', lt: '$lt' }
/** Characters that mean something in a regular expression. */
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function conditionFilters(path: string, condition: Condition): Document[] {
  if (condition === null || typeof condition !== 'object') return [{ [path]: condition }]
  return Object.entries(condition)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]): Document => {
      if (operator === 'in') return { [path]: { $in: operand } }
      if (operator === 'has') return { $and: [{ [path]: operand }, { [path]: { $type: 'array' } }] }
      if (operator === 'hasAny') return { $and: [{ [path]: { $in: operand } }, { [path]: { $type: 'array' } }] }
      if (operator === 'contains') {
        const text = { [path]: { $regex: literal(String(operand)), $options: 'i' } }
        return { $and: [text, { [path]: { $not: { $type: 'array' } } }] }
      }
      if (operator === 'exists') return { [path]: { $exists: operand } }
      const comparison = comparisons[operator]
      if (comparison && (typeof operand === 'string' || typeof operand === 'number')) {
        return { [path]: { [comparison]: operand } }
      }
      if (comparison) {
        throw new ServiceError('invalid_request', { detail: `${path} can be compared with a text or a number only.` })
      }
      throw new ServiceError('invalid_request', { detail: `${operator} is not a condition.` })
    })
}

/** Conditions on the id within a tenant, told of `_id`, which begins with the tenant and is indexed. */
function idFilters(tenant: string, condition: Condition): Document[] {
  if (typeof condition === 'string') return [{ _id: rowId(tenant, condition) }]
  if (condition === null || typeof condition !== 'object') return conditionFilters('id', condition)
  return Object.entries(condition)
    .filter(([, operand]) => operand !== undefined)
    .flatMap(([operator, operand]): Document[] => {
      const comparison = comparisons[operator]
      if (comparison && typeof operand === 'string') return [{ _id: { [comparison]: rowId(tenant, operand) } }]
      if (operator !== 'in') return conditionFilters('id', { [operator]: operand } as Condition)
      const ids = (operand as unknown[]).filter((each) => typeof each === 'string')
      return [{ _id: { $in: ids.map((each) => rowId(tenant, each)) } }]
    })
}

/** The filter for all conditions, in one tenant or over all. */
export function filterOf(tenant: string | undefined, where: Where = {}, beyond?: Document): Filter<Row> {
  const conditions = Object.entries(where).flatMap(([field, condition]) =>
    field === 'id' && tenant !== undefined ? idFilters(tenant, condition) : conditionFilters(pathOf(field), condition),
  )
  const all = [...(tenant === undefined ? [] : [{ tenant }]), ...conditions, ...(beyond ? [beyond] : [])]
  if (all.length === 0) return {}
  return all.length === 1 ? (all[0] as Filter<Row>) : ({ $and: all } as Filter<Row>)
}

/** How MongoDB sorts values of different types (https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/). */
const typesInOrder = ['number', 'string', 'boolean'] as const
const bsonTypes = { number: 'number', string: 'string', boolean: 'bool' }

/** What comes after a cursor. Documents without the sorted field come first, or last in descending order. */
export function beyondCursor(cursor: string, sort: Sort, tenant: string | undefined): Document {
  const { value, id, tenant: last = '' } = readCursor(cursor, sort)
  const further = sort.direction === 'asc' ? '$gt' : '$lt'
  const later = { _id: { [further]: rowId(tenant ?? last, id) } }
  if (sort.field === 'id') return later
  const path = pathOf(sort.field)
  if (value === null) {
    const restOfAbsent = { $and: [{ [path]: null }, later] }
    return sort.direction === 'asc' ? { $or: [restOfAbsent, { [path]: { $ne: null } }] } : restOfAbsent
  }
  // A comparison sees values of its own type only; the other types come before or after all of them.
  const own = typesInOrder.indexOf(typeof value as (typeof typesInOrder)[number])
  const otherTypes = sort.direction === 'asc' ? typesInOrder.slice(own + 1) : typesInOrder.slice(0, own)
  const beyond = [
    { [path]: { [further]: value } },
    { $and: [{ [path]: value }, later] },
    ...otherTypes.map((type) => ({ [path]: { $type: bsonTypes[type] } })),
  ]
  return { $or: sort.direction === 'asc' ? beyond : [...beyond, { [path]: null }] }
}
