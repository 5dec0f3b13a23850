import { fromWireError, limits, ServiceError, toWireError } from '@frontdesk/contracts'
import type { Request } from '../port.ts'

/** Throws `payload_too_large` for what no bus takes. */
export function assertFits(bytes: Uint8Array, what: string): void {
  if (bytes.length <= limits.busMessageBytes) return
  throw new ServiceError('payload_too_large', {
    detail: `The ${what} has ${bytes.length} bytes; the bus takes ${limits.busMessageBytes}.`,
  })
}

/** Copies a request, so that the two sides share no memory, as over a network. */
export const copyOf = (request: Request): Request => ({
  tenant: request.tenant,
  headers: { ...request.headers },
  bytes: request.bytes.slice(),
})

/** An error as it arrives on the other side: code, message and faults, nothing else. */
export const crossed = (error: unknown): ServiceError => fromWireError(JSON.parse(JSON.stringify(toWireError(error))))
