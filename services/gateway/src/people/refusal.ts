import type { Cause } from '@frontdesk/service'

/** A refused sign-in: for which address, and the agents who have it. */
export type Refusal = { about: string; agents: { id: string; tenant: string }[]; cause: Cause }
