import { ServiceError } from '@frontdesk/contracts'

/** Throws `invalid_request` for a page of less than 1 or more than 1,000. */
export function refuseLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return
  throw new ServiceError('invalid_request', { detail: 'A page has 1 to 1,000 items.' })
}
