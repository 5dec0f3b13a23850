import { type Fault, ServiceError } from '@frontdesk/contracts'
import type { z } from 'zod'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A JSON value as the bytes of a message. */
export const encode = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** The other end of `encode`. Throws `malformed_request` when it is not JSON. */
export function decode(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw new ServiceError('malformed_request', { detail: 'The message is not JSON.', cause })
  }
}

/** Every fault of a zod error, with dotted paths. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: 'This field is not known here.' }))
  })

/** What the schema makes of the value. Throws `invalid_request` with every fault. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ServiceError('invalid_request', { errors: faultsOf(parsed.error), cause: parsed.error })
}
