import type { Schemas } from '@frontdesk/client'

export type Policy = Schemas['Policy']
export type OrderedPolicy = Pick<Policy, 'id' | 'mode' | 'priority' | 'createdAt'>

/** Pre-generation policies first; then the lowest priority, then the oldest. */
export const compareOrder = (a: OrderedPolicy, b: OrderedPolicy): number =>
  Number(a.mode === 'Post-generation') - Number(b.mode === 'Post-generation') ||
  a.priority - b.priority ||
  a.createdAt.localeCompare(b.createdAt) ||
  a.id.localeCompare(b.id)
