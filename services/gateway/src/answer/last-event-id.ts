import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'

const eventNumber = z.int().min(0)

/** The number that `Last-Event-ID` holds; undefined when there is no such header. Throws `invalid_request`. */
export function numberIn(lastEventId: string): number | undefined {
  if (lastEventId === '') return undefined
  const parsed = eventNumber.safeParse(Number(lastEventId))
  if (parsed.success) return parsed.data
  const message = 'Must be the id of an event of this stream.'
  throw new ServiceError('invalid_request', { detail: message, errors: [{ path: 'Last-Event-ID', message }] })
}
