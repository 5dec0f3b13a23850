import type { Candidate } from '../accounts/find-channel.ts'

/** Where something came in. */
export type Arrival = Candidate & { requestId: string /** RFC 3339. */; receivedAt: string }
