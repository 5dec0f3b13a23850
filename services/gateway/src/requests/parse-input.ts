import { type Fault, findUnreadable, limits, ServiceError } from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import type { z } from 'zod'

/** Every fault of a value goes into `faults`; the answer is only to be used when there are none. */
function check(schema: z.ZodType, value: unknown, faults: Fault[]): unknown {
  const parsed = schema.safeParse(value)
  // Whoever sends a value decides how deep it is, the schema how deep it may be: so what it let pass is looked through.
  faults.push(...(parsed.success ? findUnreadable(parsed.data) : faultsOf(parsed.error)))
  return parsed.data
}

const noFields = 'This field is not known here.'

/**
 * What the route's schemas make of a request, whose strings are all text. Throws `not_found` for an id or number that no
 * thing can have, and `invalid_request` with every fault of query and body at once, as far as `limits.faults`.
 */
export function parseInput(
  route: { params?: z.ZodType | undefined; query?: z.ZodType | undefined; body?: z.ZodType | undefined },
  raw: { params: unknown; query: unknown; body: unknown },
): { params: unknown; query: unknown; body: unknown } {
  const params = route.params?.safeParse(raw.params)
  if (params && (!params.success || findUnreadable(params.data).length > 0)) throw new ServiceError('not_found')

  const faults: Fault[] = []
  let query: unknown
  if (route.query) query = check(route.query, raw.query, faults)
  else for (const path in raw.query as object) faults.push({ path, message: noFields })

  let body: unknown
  if (route.body) {
    const isMissing = raw.body === undefined && !route.body.safeParse(undefined).success
    if (isMissing) faults.push({ path: '', message: 'A JSON body is required.' })
    else body = check(route.body, raw.body, faults)
  } else if (raw.body !== undefined && raw.body !== null) {
    if (typeof raw.body !== 'object') faults.push({ path: '', message: 'This route takes no body.' })
    else for (const path of Object.keys(raw.body).slice(0, limits.faults)) faults.push({ path, message: noFields })
  }

  if (faults.length > 0) throw new ServiceError('invalid_request', { detail: sentenceOf(faults), errors: faults })
  return { params: params?.data, query, body }
}

/** One sentence on what is wrong, for people who read only `detail`. */
export const sentenceOf = (faults: Fault[]): string =>
  faults.length === 1
    ? `${faults[0]!.path || 'The body'}: ${faults[0]!.message}`
    : faults.length < limits.faults
      ? `${faults.length} fields are not valid; \`errors\` names each.`
      : `At least ${limits.faults} fields are not valid; \`errors\` names the first ${limits.faults}.`
