// MongoDB reads a dot in a field name as a path and a dollar sign as an operator, and our bodies hold names that
// customers chose (metadata, attributes). Those names are percent-encoded in storage.

const needsEncoding = /[.$%]/
const encodeName = (name: string) => name.replaceAll('%', '%25').replaceAll('.', '%2E').replaceAll('$', '%24')
const decodeName = (name: string) => name.replaceAll('%24', '$').replaceAll('%2E', '.').replaceAll('%25', '%')

function mapNames(value: unknown, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapNames(item, change))
  if (value === null || typeof value !== 'object') return value
  const mapped: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    mapped[needsEncoding.test(name) ? change(name) : name] = mapNames(inner, change)
  }
  return mapped
}

/** A JSON value as MongoDB can hold it; `undefined` fields are left out, as JSON does. */
export const toStorage = <T>(value: T): T => mapNames(value, encodeName) as T

/** The other end of `toStorage`. */
export const fromStorage = <T>(value: T): T => mapNames(value, decodeName) as T
