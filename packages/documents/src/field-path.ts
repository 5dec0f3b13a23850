import { ServiceError } from '@frontdesk/contracts'

const segment = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const maxSegments = 8

/** The parts of a dotted path into a body. Throws `invalid_request` for what no adapter takes: names never come from SQL. */
export function fieldPath(field: string): string[] {
  const segments = field.split('.')
  if (segments.length > maxSegments || !segments.every((name) => segment.test(name))) {
    throw new ServiceError('invalid_request', {
      detail: `${JSON.stringify(field.slice(0, 100))} is not a field path.`,
      errors: [{ path: field.slice(0, 100), message: 'not a field path' }],
    })
  }
  return segments
}

/** What stands at a path; undefined where there is nothing. */
export function valueAt(body: unknown, field: string): unknown {
  let value = body
  for (const name of fieldPath(field)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
