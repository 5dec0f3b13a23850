import type { Bus } from '@frontdesk/bus'
import { owners, platformTenant, serviceNames } from '@frontdesk/contracts'
import { encode } from './wire.ts'

/** Services that nobody runs at the moment, in any process on this bus; asked now, within 1 s. */
export async function unavailableServices(bus: Pick<Bus, 'request'>): Promise<string[]> {
  const asked = serviceNames.map(async (service) => {
    const { subject, timeoutMs } = owners[service].standard.processPing
    const options = { tenant: platformTenant, headers: {}, timeoutMs }
    return bus.request(subject, encode({}), options).then(
      () => [],
      () => [service],
    )
  })
  return (await Promise.all(asked)).flat()
}
