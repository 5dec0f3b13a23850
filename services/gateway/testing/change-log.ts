import type { BodyOf, gateway } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'

/** Hears what is written to the log of changes, as analytics does. */
export function openChangeLog() {
  const entries: (BodyOf<typeof gateway.events.changeRecorded> & { tenant: string })[] = []
  const service = standIn({
    name: 'change-log',
    handlers: {
      gateway: { changeRecorded: async (entry, { tenant }) => void entries.push({ ...entry, tenant }) },
    },
  })
  return { service, entries }
}
