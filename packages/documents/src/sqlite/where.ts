import { ServiceError } from '@frontdesk/contracts'
import { fieldPath } from '../field-path.ts'
import type { Condition, Where } from '../port.ts'

type Scalar = string | number | boolean | null
type Param = string | number
/** SQL with its parameters in place. */
export type Clause = { sql: string; params: Param[] }

/** Fields are named in code, so these stay few; a reset is a bound, not a policy. */
const maxPaths = 1_000
const paths = new Map<string, string>()

/** The SQL of a field: the column `id`, or the expression that the indexes are on, to the letter. */
export const fieldSql = (field: string): string => (field === 'id' ? 'id' : `json_extract(body, ${jsonPath(field)})`)

/** A field as the JSON of its value, NULL when absent. */
export const jsonSql = (field: string): string => (field === 'id' ? 'json_quote(id)' : `body -> ${jsonPath(field)}`)

/** Safe as a literal: `fieldPath` lets no quote through. Indexes on expressions need it literal. */
function jsonPath(field: string): string {
  const known = paths.get(field)
  if (known) return known
  const names = fieldPath(field).map((name) => `"${name}"`)
  const path = `'$.${names.join('.')}'`
  if (paths.size >= maxPaths) paths.clear()
  paths.set(field, path)
  return path
}

/** `json_type` of a field: NULL when absent. */
const typeSql = (field: string): string => (field === 'id' ? `'text'` : `json_type(body, ${jsonPath(field)})`)

const comparisons = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const

/** All conditions of `where`, each with AND in front. Throws `invalid_request` for one that is not in the port. */
export function whereClause(where: Where = {}): Clause {
  const clauses = Object.entries(where).flatMap(([field, condition]) => conditionClauses(field, condition))
  return {
    sql: clauses.map((clause) => ` AND (${clause.sql})`).join(''),
    params: clauses.flatMap((clause) => clause.params),
  }
}

/**
 * The conditions of `where` as an index answers them that has their fields: without the type of a value, which only the body
 * has. Undefined where that is needed.
 */
export function coveredClause(where: Where = {}): Clause | undefined {
  const conditions: Where = {}
  const exists: string[] = []
  for (const [field, condition] of Object.entries(where)) {
    if (condition === null || isPlain(condition)) conditions[field] = condition
    else if (typeof condition !== 'object') return undefined
    else if ('in' in condition && condition.in.every((value) => value === null || isPlain(value)))
      conditions[field] = condition
    else if ('exists' in condition) exists.push(` AND (${fieldSql(field)} IS ${condition.exists ? 'NOT ' : ''}NULL)`)
    else return undefined
  }
  const { sql, params } = whereClause(conditions)
  return { sql: sql + exists.join(''), params }
}

/** Whether a value is equal to what `json_extract` answers for no other one. */
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' ? !/^[[{]/.test(value) : typeof value === 'number' && value !== 0 && value !== 1

function conditionClauses(field: string, condition: Condition): Clause[] {
  if (condition === null || typeof condition !== 'object') return [equals(field, condition)]
  return Object.entries(condition)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]) => {
      if (operator === 'in') return isIn(field, operand as Scalar[])
      if (operator === 'has') return has(field, operand as Scalar)
      if (operator === 'hasAny') return hasAny(field, operand as Scalar[])
      if (operator === 'contains') return contains(field, String(operand))
      if (operator === 'exists') return { sql: `${typeSql(field)} IS ${operand ? 'NOT ' : ''}NULL`, params: [] }
      if (operator in comparisons) return compare(field, operator as keyof typeof comparisons, operand as Scalar)
      throw new ServiceError('invalid_request', { detail: `${operator} is not a condition.` })
    })
}

/**
 * json_extract answers 1 for `true` and the JSON text of objects and arrays, so that the type decides where a value
 * could be mistaken; the comparison stands by itself, for the index.
 */
function equals(field: string, value: Scalar): Clause {
  const sql = fieldSql(field)
  if (value === null) return { sql: `${sql} IS NULL`, params: [] }
  if (typeof value === 'boolean')
    return { sql: `${sql} = ${Number(value)} AND ${typeSql(field)} = '${value}'`, params: [] }
  const clause = { sql: `${sql} = ?`, params: [value] }
  if (value === 0 || value === 1) clause.sql += ` AND ${typeSql(field)} IN ('integer', 'real')`
  if (typeof value === 'string' && /^[[{]/.test(value)) clause.sql += ` AND ${typeSql(field)} = 'text'`
  return clause
}

function isIn(field: string, values: Scalar[]): Clause {
  if (values.length === 0) return { sql: 'FALSE', params: [] }
  // One parameter for all plain ones, so that the statement is the same however many there are.
  const plain = values.filter(isPlain)
  const special = values.filter((value) => !isPlain(value)).map((value) => equals(field, value))
  const clauses = special.map(({ sql, params }) => ({ sql: `(${sql})`, params }))
  if (plain.length > 0) {
    clauses.push({ sql: `${fieldSql(field)} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(plain)] })
  }
  return { sql: clauses.map((clause) => clause.sql).join(' OR '), params: clauses.flatMap((clause) => clause.params) }
}

/** A range of texts holds texts only, one of numbers numbers only. */
function compare(field: string, operator: keyof typeof comparisons, bound: Scalar): Clause {
  const types = typeof bound === 'string' ? `('text')` : `('integer', 'real')`
  if (typeof bound !== 'string' && typeof bound !== 'number') {
    throw new ServiceError('invalid_request', { detail: `${field} can be compared with a text or a number only.` })
  }
  return { sql: `${fieldSql(field)} ${comparisons[operator]} ? AND ${typeSql(field)} IN ${types}`, params: [bound] }
}

function has(field: string, value: Scalar): Clause {
  // The list is taken out first: `json_each` would parse the body anew.
  const inArray = (test: string, params: Param[]): Clause => ({
    sql: `${typeSql(field)} = 'array' AND EXISTS (SELECT 1 FROM json_each(${jsonSql(field)}) WHERE ${test})`,
    params,
  })
  if (value === null) return inArray(`type = 'null'`, [])
  if (typeof value === 'boolean') return inArray(`type = '${value}'`, [])
  return inArray(`value = ? AND type IN (${typeof value === 'string' ? `'text'` : `'integer', 'real'`})`, [value])
}

function hasAny(field: string, values: Scalar[]): Clause {
  const clauses = values.map((value) => has(field, value))
  if (clauses.length === 0) return { sql: 'FALSE', params: [] }
  return {
    sql: clauses.map(({ sql }) => `(${sql})`).join(' OR '),
    params: clauses.flatMap(({ params }) => params),
  }
}

function contains(field: string, text: string): Clause {
  return {
    sql: `${typeSql(field)} = 'text' AND contains_text(${fieldSql(field)}, ?)`,
    params: [text.toLowerCase()],
  }
}
