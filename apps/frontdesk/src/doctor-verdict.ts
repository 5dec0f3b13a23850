import type { Inspection } from '@frontdesk/contracts'

/** What `frontdesk doctor --json` prints. */
export type DoctorReport = { healthy: boolean; faults: number; warnings: number; pending: number; parts: Inspection[] }
