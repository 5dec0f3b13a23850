export { type JobDefinition, type JobWork, job } from './job.ts'
export { isDue, isWaitedFor, type Lease, type Leased, LostLease, type Outcome } from './lease.ts'
export { type LookAhead, openLookAhead } from './look-ahead.ts'
export { openSlots, type Slot, type SlotLimits, type Slots } from './slots.ts'
