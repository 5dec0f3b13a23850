import { LRUCache } from 'lru-cache'

const tenantsKept = 10_000

/** What is remembered of tenants' `requireAgentKeys`: whether it is set, and when that was read. */
export const openAgentRules = () => new LRUCache<string, { isRequired: boolean; readAt: number }>({ max: tenantsKept })
